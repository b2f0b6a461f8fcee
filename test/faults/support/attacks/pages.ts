// Lists of large records, even for clients that don't read. docs/contract.md#c10-page
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_PAGE_BYTES, MAX_UNREAD_MS } from '@mediajobs/domain'
import { open } from '../../../abuse/support/raw-client.ts'
import { type Attack, type HostileRequest, preparedAttack } from './attack.ts'
import { addLargeProjects, OLD_RECORD_BYTES, publishLargeEvents } from './old-records.ts'
import type { Stage } from './stage.ts'

const LISTS = ['/projects?limit=100', '/projects?limit=100&sort=scheduledTime', '/events?limit=100']
const LARGEST_BYTES = 4_000_000
// Few enough that not all are refused: a connection with only refusals, which are small, may stay open.
const PIPELINED = 3
// Long enough for all connections to drain what they have received.
const CLOSED_MS = 20_000

export const pageAttacks: Attack[] = [
  preparedAttack(
    'pages of large records',
    async (stage) => {
      const org = await stage.service.createOrg()
      await addLargeProjects(stage.store, org.organizationId, stage.isFull ? 40 : 12)
      await publishLargeEvents(stage.store, org.organizationId, 10)
      return org
    },
    async (_stage, expect, { key }) => {
      for (const path of LISTS) await expect(list(path, key, OLD_RECORD_BYTES))
      await Promise.all(LISTS.map((path) => expect(list(path, key, OLD_RECORD_BYTES))))
    },
  ),
  preparedAttack(
    'pages of the largest records of any version',
    (stage) => orgWithProjects(stage, stage.isFull ? 40 : 4, LARGEST_BYTES),
    async (_stage, expect, { key }) => {
      const one = list('/projects?limit=100', key, LARGEST_BYTES)
      await expect(one)
      await Promise.all(Array.from({ length: 6 }, () => expect(one)))
    },
  ),
  preparedAttack(
    'clients that request pages without reading',
    (stage) => orgWithProjects(stage, 100, OLD_RECORD_BYTES),
    async (stage, expect, { key }) => {
      const count = stage.isFull ? 20 : 12
      const sockets = await Promise.all(Array.from({ length: count }, () => open(stage.url)))
      for (const socket of sockets) askWithoutReading(socket, key)
      await pause(stage.isFull ? MAX_UNREAD_MS + 15_000 : 3_000)
      await expect(list('/projects?limit=1', key, OLD_RECORD_BYTES))
      const closed = await Promise.all(sockets.map(isClosed))
      if (stage.isFull && closed.includes(false)) {
        throw new Error(`${closed.filter((each) => !each).length} connections are still open`)
      }
    },
  ),
]

async function orgWithProjects(stage: Stage, count: number, bytes: number) {
  const org = await stage.service.createOrg()
  await addLargeProjects(stage.store, org.organizationId, count, bytes)
  return org
}

function askWithoutReading(socket: Socket, key: string): void {
  socket.pause()
  const request = `GET /projects?limit=100 HTTP/1.1\r\nhost: api\r\nx-api-key: ${key}\r\n\r\n`
  socket.write(request.repeat(PIPELINED))
}

/** Whether the server has closed the connection. Discards earlier bytes. */
async function isClosed(socket: Socket): Promise<boolean> {
  // Resets count too.
  const ended = Promise.race([once(socket, 'end'), once(socket, 'close')]).then(
    () => true,
    () => true,
  )
  socket.resume()
  const isEnded = await Promise.race([ended, pause(CLOSED_MS, false)])
  socket.destroy()
  return isEnded
}

function list(path: string, key: string, recordBytes: number): HostileRequest {
  return {
    name: 'a page',
    method: 'GET',
    path,
    headers: { 'x-api-key': key },
    expected: {
      statuses: [200, 429],
      codes: ['organization_busy'],
      check: ({ sizeBytes }) =>
        sizeBytes <= Math.max(MAX_PAGE_BYTES, recordBytes) + 65_536
          ? null
          : `a page of ${sizeBytes} bytes`,
    },
  }
}
