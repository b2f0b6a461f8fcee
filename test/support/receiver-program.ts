import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { until } from '@mediajobs/local-engines/testing'
import { sign } from '@mediajobs/webhook-signature/node'
import type { Test } from 'tap'

const SECRET = 'whsec_mXW1F6zF0oWk3cXb7kq1y2pQ8r5t9u0vA4B6C8D0E2g='

/** Runs a documented receiver until the test ends. Returns its URL. */
export async function startProgram(
  t: Test,
  cwd: string,
  [command, ...args]: [string, ...string[]],
  port: number,
  more: NodeJS.ProcessEnv = {},
): Promise<string> {
  const ports = { PORT: `${port}`, RECEIVER_PORT: `${port}` }
  const env = { ...process.env, ...ports, WEBHOOK_SECRET: SECRET, ...more }
  const child = spawn(command, args, { cwd, env, stdio: 'ignore' })
  t.teardown(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}/webhooks`
  await until(`the receiver ${args}`, async () => (await post(url, '{}')) > 0)
  return url
}

/** Checks that a receiver, in any language, accepts only signed requests, and survives all others. */
export async function expectVerifies(t: Test, url: string, name: string): Promise<void> {
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const event = { id: '1', event: 'PROJECT_CREATED', timestamp: `${timestampSeconds}` }
  const body = JSON.stringify({ ...event, data: { project: { city: 'Zoë 🏡' } } })
  const signed = (secrets: string[], seconds = timestampSeconds) =>
    sign(body, { timestampSeconds: seconds, secrets })
  const statuses = [
    await post(url, body, signed([SECRET])),
    await post(url, body, signed(['whsec_new', SECRET])),
    await post(url, body, signed(['whsec_other'])),
    await post(url, `${body} `, signed([SECRET])),
    await post(url, body, signed([SECRET], timestampSeconds - 400)),
    await post(url, body, 'v1=nonsense'),
    await post(url, body, `t=${timestampSeconds},v1=${'é'.repeat(64)}`),
    await post(url, body, `t=${'9'.repeat(400)},v1=${'0'.repeat(64)}`),
    await post(url, body),
  ]
  t.same(statuses, [204, 204, 400, 400, 400, 400, 400, 400, 400], name)
  await interrupt(url)
  t.equal(await post(url, body, signed([SECRET])), 204, `${name}, after an interrupted request`)
}

/** A receiver's response status for this body and signature; 0 without a response. */
async function post(url: string, body: string, signature?: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature === undefined ? {} : { 'x-webhook-signature': signature }),
  }
  return fetch(url, { method: 'POST', body, headers }).then(
    ({ status }) => status,
    () => 0,
  )
}

/** Ends the connection in the middle of a body, and waits until the receiver has closed it. */
async function interrupt(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').resume()
  const head = ['POST /webhooks HTTP/1.1', 'host: localhost', 'content-type: application/json']
  socket.end(`${head.join('\r\n')}\r\ncontent-length: 9\r\n\r\n{`)
  await once(socket, 'close')
}
