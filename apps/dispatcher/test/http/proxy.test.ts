// docs/contract.md#c16-proxy
import { once } from 'node:events'
import { createServer } from 'node:net'
import tls from 'node:tls'
import { selfSignedCertificate } from '@mediajobs/testing/dispatcher/certificate'
import { startProxy } from '@mediajobs/testing/dispatcher/proxy'
import { hang, status } from '@mediajobs/testing/dispatcher/responders'
import { eventually } from '@mediajobs/testing/eventually'
import t, { type Test } from 'tap'
import { createAddressGuard } from '../../src/http/connect.ts'
import { posterFor, receiverFor } from '../support/poster.ts'

const requestTo = (url: string) => ({ url, headers: {}, body: '{}' })

/** A poster whose proxy connects all tunnels to `port`, whatever their address. */
async function through(t: Test, port: number, options: object = {}) {
  const proxy = await startProxy(t, { goTo: { host: '127.0.0.1', port } })
  const poster = posterFor(t, { proxy: new URL(proxy.url), ...options })
  return { proxy, poster }
}

const PUBLIC = [
  { address: '2606:2800:21f::1', family: 6 },
  { address: '93.184.215.14', family: 4 },
]

t.test('a POST goes through the proxy, to the checked address [c16-proxy]', async (t) => {
  const receiver = await receiverFor(t)
  const guard = createAddressGuard({ resolveAll: async () => PUBLIC.toReversed() })
  const { proxy, poster } = await through(t, receiver.port, { guard })
  for (const path of ['/1', '/2']) {
    t.match(await poster.post(requestTo(`http://hooks.example.com${path}`)), { status: 200 })
  }
  t.equal(proxy.requests.length, 1, 'the connection is reused')
  t.match(proxy.requests, [{ authority: '93.184.215.14:80', credentials: undefined }])
  t.match(receiver.requests, [{ path: '/1' }, { path: '/2' }])
  t.equal(receiver.requests[0]?.headers.host, 'hooks.example.com')
})

t.test(
  "TLS is end to end: the receiver's name is verified, not the proxy's [c16-proxy]",
  async (t) => {
    const certificate = await selfSignedCertificate(['hooks.example.com'])
    const receiver = await receiverFor(t, { tls: certificate })
    const guard = createAddressGuard({ resolveAll: async () => PUBLIC })
    const { proxy, poster } = await through(t, receiver.port, { guard })
    t.match(await poster.post(requestTo('https://hooks.example.com/')), { kind: 'tls' })
    const before = tls.getCACertificates('default')
    t.teardown(() => tls.setDefaultCACertificates(before))
    tls.setDefaultCACertificates([...before, certificate.cert])
    t.match(await poster.post(requestTo('https://hooks.example.com:8443/')), { status: 200 })
    t.match(await poster.post(requestTo('https://other.example.com/')), { kind: 'tls' })
    t.match(proxy.requests[1], { authority: '[2606:2800:21f::1]:8443' })
  },
)

t.test('a non-public address is refused without contacting the proxy [c16-proxy]', async (t) => {
  const receiver = await receiverFor(t)
  const answers = [[{ address: '10.0.0.1', family: 4 }], PUBLIC.slice(1)]
  const mixed = async () => answers.flat()
  for (const [url, resolveAll] of [
    ['http://127.0.0.1/', undefined],
    ['http://[::ffff:10.0.0.1]/', undefined],
    ['http://localhost/', undefined],
    ['http://hooks.example.com/', mixed],
  ] as const) {
    const guard = createAddressGuard(resolveAll ? { resolveAll } : {})
    const { proxy, poster } = await through(t, receiver.port, { guard })
    t.match(await poster.post(requestTo(url)), { kind: 'address_refused' }, url)
    t.equal(proxy.requests.length, 0, url)
  }
})

t.test('the proxy gets its credentials, and the receiver does not [c16-proxy]', async (t) => {
  const receiver = await receiverFor(t)
  const proxy = await startProxy(t)
  const url = new URL(proxy.url)
  url.username = 'jobs'
  url.password = 'p@ss:word'
  const poster = posterFor(t, { proxy: url })
  t.match(await poster.post(requestTo(receiver.url)), { status: 200 })
  const sent = proxy.requests[0]?.credentials?.replace('Basic ', '') ?? ''
  t.equal(Buffer.from(sent, 'base64').toString(), 'jobs:p@ss:word')
  t.equal(receiver.requests[0]?.headers['proxy-authorization'], undefined)
})

t.test('a proxy that refuses, is down or hangs is a failed attempt, retried later', async (t) => {
  const receiver = await receiverFor(t)
  const proxy = await startProxy(t)
  const poster = posterFor(t, { proxy: new URL(proxy.url), timeoutMs: 1_500 })
  for (const refusal of [403, 407, 502]) {
    proxy.respond(refusal)
    t.match(await poster.post(requestTo(receiver.url)), { kind: 'proxy', message: /proxy/ })
  }
  proxy.respond('hang')
  t.match(await poster.post(requestTo(receiver.url)), { kind: 'timeout' })
  await eventually('no connection to the proxy', async () => proxy.openConnections === 0)
  proxy.respond(200)
  t.match(await poster.post(requestTo(receiver.url)), { status: 200 })

  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as { port: number }
  await new Promise((resolve) => gone.close(resolve))
  const without = posterFor(t, { proxy: new URL(`http://127.0.0.1:${port}`) })
  t.match(await without.post(requestTo(receiver.url)), { kind: 'proxy' })
})

t.test('a receiver hanging behind the proxy is a timeout, and its tunnel is closed', async (t) => {
  const receiver = await receiverFor(t, { fallback: hang() })
  const proxy = await startProxy(t)
  const poster = posterFor(t, { proxy: new URL(proxy.url), timeoutMs: 1_500 })
  t.match(await poster.post(requestTo(receiver.url)), { kind: 'timeout' })
  await receiver.waitForNoConnections()
  receiver.fallback(status(204))
  t.match(await poster.post(requestTo(receiver.url)), { status: 204 })
})
