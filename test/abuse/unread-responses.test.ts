import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_CONNECTIONS, MAX_UNREAD_BYTES } from '@mediajobs/domain'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { storeLargeProject } from '@mediajobs/testing/api/large-records'
import { startApi } from '@mediajobs/testing/service/process'
import t from 'tap'
import { parse } from 'yaml'
import { open, say } from './support/raw-client.ts'

const MIB = 1_048_576
const HURRIED = { bytes: MAX_UNREAD_BYTES, ms: 2_000 }
const PAGE = '/projects?limit=100'

// The flood leaves these connections to an honest tenant.
const QUIET_CONNECTIONS = 50
// Fewer than any system's listen queue holds.
const AT_ONCE = 50

// The kernel may buffer a whole page, which looks to the api as if the client had read it.
const MORE_THAN_THE_KERNEL_TAKES = 6

/** Requests `path` `times` times over one connection, and reads nothing. */
async function ask(url: string, path: string, key: string, times = 1): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: api\r\nx-api-key: ${key}\r\n\r\n`.repeat(times))
  return socket
}

/** The connections closed by an api, watched at the server, because a client that doesn't read doesn't notice. */
function closedBy({ app }: TestApp) {
  const ports = new Set<number>()
  app.server.on('connection', (socket) => {
    const { remotePort = 0 } = socket
    socket.once('close', () => ports.add(remotePort))
  })
  return {
    has: ({ localPort = 0 }: Socket) => ports.has(localPort),
    /** The number of closed `sockets`. Waits for `count`, at most `limitMs`. */
    async count(sockets: readonly Socket[], count: number, limitMs = 20_000): Promise<number> {
      for (const until = Date.now() + limitMs; ; await pause(50)) {
        const closed = sockets.filter(({ localPort = 0 }) => ports.has(localPort)).length
        if (closed >= count || Date.now() > until) return closed
      }
    },
  }
}

/** An organization whose project list is several pages of 4 MiB. */
async function largeStudio(api: TestApp) {
  const org = await api.createOrg()
  for (let n = 0; n < 30; n += 1) {
    await storeLargeProject(api.store.sql, org.organizationId, 2_000_000)
  }
  return org
}

t.test(
  'a stalled response is cut off, with those queued behind it [c10-unread-response]',
  async (t) => {
    const api = await testApp(t, { unreadLimits: HURRIED })
    const closed = closedBy(api)
    const { key } = await largeStudio(api)
    const stalled = await ask(api.url, PAGE, key, MORE_THAN_THE_KERNEL_TAKES)
    const startedAtMs = performance.now()
    t.equal(await closed.count([stalled], 1), 1)
    const ms = Math.round(performance.now() - startedAtMs)
    t.ok(ms >= HURRIED.ms - 500, `cut after ${ms} ms`)
    stalled.destroy()
  },
)

t.test(
  'a slow reader that makes progress continues, one reading byte by byte is cut off',
  async (t) => {
    const api = await testApp(t, { unreadLimits: { ...HURRIED, ms: 5_000 } })
    const closed = closedBy(api)
    const { key } = await largeStudio(api)
    // The kernel gives a slow reader data in chunks of up to a megabyte.
    const read = async (bytesAtATime: number, everyMs: number) => {
      const socket = await ask(api.url, PAGE, key)
      const again = `GET ${PAGE} HTTP/1.1\r\nhost: api\r\nx-api-key: ${key}\r\n\r\n`
      socket.write(again.repeat(4))
      let bytes = 0
      for (const until = Date.now() + 25_000; Date.now() < until && !closed.has(socket); ) {
        for (let left = bytesAtATime; left > 0; ) {
          const chunk: Buffer | null = socket.read(Math.min(left, socket.readableLength))
          if (chunk === null) break
          bytes += chunk.length
          left -= chunk.length
        }
        socket.read(0)
        if (bytes > 12_000_000) break
        await pause(everyMs)
      }
      const isClosed = closed.has(socket)
      socket.destroy()
      return { bytes, isClosed }
    }
    const [slow, dripping] = await Promise.all([read(128_000, 80), read(1, 100)])
    t.notOk(slow.isClosed, `${slow.bytes} bytes`)
    t.ok(dripping.isClosed, `cut after ${dripping.bytes} bytes`)
  },
)

t.test('a connection between two requests stays open', async (t) => {
  const api = await testApp(t, { unreadLimits: { ...HURRIED, ms: 500 } })
  const { responses, closedAfterMs } = await say(
    api.url,
    ['GET /health/live HTTP/1.1\r\nhost: api\r\n\r\n'],
    { limitMs: 3_000 },
  )
  t.equal(responses[0]?.status, 200)
  t.equal(closedAfterMs, null)
})

t.test('when too many bytes are unread, the tenant with the most loses connections', async (t) => {
  const limits = { bytes: 16 * MIB, ms: 60_000 }
  const api = await testApp(t, { unreadLimits: limits })
  const closed = closedBy(api)
  const [flooding, quiet] = [await largeStudio(api), await largeStudio(api)]
  const held = await ask(api.url, PAGE, quiet.key)
  await pause(500)
  // Each connection has at most one unread page: its next request waits.
  const sockets = await Promise.all(
    Array.from({ length: 8 }, () => ask(api.url, PAGE, flooding.key, MORE_THAN_THE_KERNEL_TAKES)),
  )
  const cut = await closed.count(sockets, 1)
  t.ok(cut >= 1, `${cut} of ${sockets.length}`)
  let bytes = 0
  held.on('data', (chunk) => {
    bytes += chunk.length
  })
  held.resume()
  for (const until = Date.now() + 10_000; bytes < 3_900_000 && Date.now() < until; ) await pause(50)
  t.ok(bytes > 3_900_000, `the other tenant reads its page: ${bytes} bytes`)
  for (const socket of [held, ...sockets]) socket.destroy()
})

t.test('the largest pages on all accepted connections crash no process', async (t) => {
  const setup = await testApp(t)
  const [flooding, quiet] = [await largeStudio(setup), await setup.createOrg()]
  const api = await startApi(t, setup.databaseUrl, { RATE_LIMITS: '100000/1s' })
  const limit = memoryLimit()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(api.pid))
  }, 100)
  t.teardown(async () => clearInterval(watch))
  const sockets: Socket[] = []
  while (sockets.length < MAX_CONNECTIONS - QUIET_CONNECTIONS) {
    const some = Array.from({ length: AT_ONCE }, () => ask(api.url, PAGE, flooding.key, 4))
    sockets.push(...(await Promise.all(some)))
  }
  for (let n = 0; n < 20; n += 1) {
    const headers = { 'x-api-key': quiet.key }
    t.equal((await fetch(`${api.url}/projects`, { headers })).status, 200)
    await pause(200)
  }
  await api.waitForOutput(/"status":499,.*"cut":"\w+"/)
  for (const socket of sockets) socket.destroy()
  clearInterval(watch)
  t.ok(most < limit, `${Math.round(most / MIB)} of ${limit / MIB} MiB`)
  t.comment(`${Math.round(most / MIB)} MiB at most`)
})

t.test("connections above a process's limit are closed until others end", async (t) => {
  const api = await testApp(t)
  const sockets: Socket[] = []
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  while (sockets.length < MAX_CONNECTIONS) {
    sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => open(api.url)))))
  }
  const call = ['GET /health/live HTTP/1.1\r\nhost: api\r\n\r\n']
  const refused = await say(api.url, call, { count: 1 })
  t.same(refused.responses, [])
  t.type(refused.closedAfterMs, 'number')
  await Promise.all(
    sockets.splice(0, AT_ONCE).map(async (socket) => {
      socket.end()
      await once(socket.resume(), 'close')
    }),
  )
  const { responses } = await say(api.url, call, { count: 1 })
  t.equal(responses[0]?.status, 200)
})

function residentBytes(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) * 1_024
}

/** The api's memory limit in the compose file, in bytes. */
function memoryLimit(): number {
  const text = readFileSync(new URL('../../docker/compose.yaml', import.meta.url), 'utf8')
  const { memory } = parse(text).services.api.deploy.resources.limits
  return Number.parseInt(memory, 10) * MIB
}
