// Attacks with connections alone: many, slow, half open, pipelined.
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { open, say } from '../../../abuse/support/raw-client.ts'
import { type Attack, type HostileRequest, stepsAttack } from './attack.ts'
import { anyNetwork } from './network.ts'
import type { Stage } from './stage.ts'

const SIGN_IN = 'POST /auth/sessions HTTP/1.1\r\nhost: api\r\ncontent-type: application/json\r\n'
const MANY = { short: 200, full: 500 }
const AT_ONCE = 100
const OPENINGS = [
  '',
  'GET / HTTP/1.1\r\nhost: api\r\n',
  `${SIGN_IN}content-length: 1000\r\n\r\n{"email":`,
  `${SIGN_IN}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
  `${SIGN_IN}expect: 100-continue\r\ncontent-length: 1000\r\n\r\n`,
]
const PING: HostileRequest = {
  name: 'another call meanwhile',
  method: 'GET',
  path: '/health/live',
  expected: { statuses: [200] },
}

export const connectionAttacks: Attack[] = [
  stepsAttack('half-open requests on many connections', async (stage, expect) => {
    const sockets = await openMany(stage)
    for (const [n, socket] of sockets.entries()) {
      socket.resume().write(OPENINGS[n % OPENINGS.length] ?? '')
    }
    const dripping = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('a')
    }, 200)
    for (let n = 0; n < 10; n += 1) {
      await expect(PING)
      await pause(stage.isFull ? 1_000 : 100)
    }
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  }),
  stepsAttack('pipelined requests', async (stage, expect) => {
    const requests = [
      'GET /openapi.json HTTP/1.1\r\nhost: api\r\n\r\n',
      `${SIGN_IN}x-forwarded-for: ${anyNetwork()}\r\ncontent-length: 2\r\n\r\n{}`,
      `GET /deliveries/${'a'.repeat(43)} HTTP/1.1\r\nhost: api\r\nx-forwarded-for: ${anyNetwork()}\r\n\r\n`,
    ]
    const count = stage.isFull ? 500 : 50
    const talks = requests.map((request) =>
      say(stage.url, [request.repeat(count)], { count, limitMs: 3_000 }),
    )
    const [, ...conversations] = await Promise.all([expect(PING), ...talks])
    for (const { responses } of conversations) {
      const failed = responses.find(({ status }) => status >= 500)
      if (failed) throw new Error(`a pipelined request got a ${failed.status}`)
    }
  }),
  stepsAttack('unread pipelined documents', async (stage, expect) => {
    const sockets = await openMany(stage, 50)
    for (const socket of sockets) {
      socket.pause().write('GET /openapi.json HTTP/1.1\r\nhost: api\r\n\r\n'.repeat(100))
    }
    for (let n = 0; n < 10; n += 1) {
      await expect(PING)
      await pause(100)
    }
    for (const socket of sockets) socket.destroy()
  }),
]

/** Opens AT_ONCE connections at a time: any system's listen queue holds as many. */
async function openMany(
  { url, isFull }: Stage,
  count = isFull ? MANY.full : MANY.short,
): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Math.min(AT_ONCE, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: some }, () => open(url)))))
  }
  return sockets
}
