// docs/contract.md#c15-cell-proxy
// Runs the real HAProxy with docker/haproxy/cells.cfg in front of two cells. Without the program the test is skipped.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@mediajobs/local-engines'
import { until } from '@mediajobs/local-engines/testing'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { signInToPortal } from '@mediajobs/testing/api/portal'
import { anyAddress } from '@mediajobs/testing/api/request'
import { signIn } from '@mediajobs/testing/api/sign-in'
import { selfSignedCertificate } from '@mediajobs/testing/dispatcher/certificate'
import t, { type Test } from 'tap'

const CONFIG = 'docker/haproxy/cells.cfg'
const HAPROXY = process.env.HAPROXY_PATH ?? 'haproxy'
const isThere = spawnSync(HAPROXY, ['-v']).status === 0
const skip = isThere ? false : 'haproxy not found; set HAPROXY_PATH'

const CELL_URLS = new Map([
  ['eu1', 'https://eu1.example.test'],
  ['us1', 'https://us1.example.test'],
])

t.test(
  'the example proxy routes each credential to its cell [c15-cell-proxy]',
  { skip },
  async (t) => {
    const open = (cell: string) => testApp(t, { cell, cellUrls: CELL_URLS, trustProxy: true })
    const cells = { eu1: await open('eu1'), us1: await open('us1') }
    const proxy = await startProxy(t, cells)
    const made = { eu1: await credentialsOf(cells.eu1), us1: await credentialsOf(cells.us1) }

    await t.test('by API key, session, cookie, and the token in a path', async (t) => {
      for (const cell of ['eu1', 'us1'] as const) {
        const { key, token, org, deliveryToken, calendarPath } = made[cell]
        const ofOrg = (response: Got) => JSON.parse(response.body).organization?.id
        const byKey = await proxy('/api-keys/current', { 'x-api-key': key })
        t.equal(ofOrg(byKey), org.organizationId, `${cell}: key`)
        const session = { authorization: `Bearer ${token}`, 'x-org-id': org.organizationId }
        t.equal(
          ofOrg(await proxy('/api-keys/current', session)),
          org.organizationId,
          `${cell}: session`,
        )
        const page = { cookie: `other=1; __Host-session=${token}`, accept: 'text/html' }
        t.equal(
          (await proxy(`/app/${org.organizationId}/today`, page)).status,
          200,
          `${cell}: cookie`,
        )
        t.equal((await proxy(`/deliveries/${deliveryToken}`)).status, 200, `${cell}: delivery`)
        t.equal((await proxy(calendarPath)).status, 200, `${cell}: calendar`)
      }
    })

    await t.test("by a customer's session, and every kind of link", async (t) => {
      for (const cell of ['eu1', 'us1'] as const) {
        const { key, portalToken } = made[cell]
        const session = { authorization: `Bearer ${portalToken}` }
        t.equal((await proxy('/portal/me', session)).status, 200, `${cell}: customer`)
        // The other cell would respond 421.
        const [token, publicId] = [43, 22].map((length) => `${cell}_${'x'.repeat(length)}`)
        for (const path of [`/orders/${token}`, `/pay/${token}`, `/unsubscribe/${token}`]) {
          t.equal((await proxy(path)).status, 404, path)
        }
        for (const path of ['book', 'sites', 'tours', 'originals']) {
          t.equal((await proxy(`/${path}/${publicId}`)).status, 404, `${cell}: ${path}`)
        }
        const order = await proxy(`/orders/${randomUUID()}`, { 'x-api-key': key })
        t.equal(order.status, 404, `${cell}: an order, by key`)
      }
    })

    await t.test(
      'a session takes precedence over a key, and a link over a cookie, as in the api',
      async (t) => {
        const { eu1, us1 } = made
        const both = {
          authorization: `Bearer ${us1.token}`,
          'x-org-id': us1.org.organizationId,
          'x-api-key': eu1.key,
        }
        t.equal((await proxy('/projects', both)).status, 200)
        t.equal((await proxy('/projects', { ...both, authorization: 'Basic eDp5' })).status, 200)
        const cookie = `__Host-session=${eu1.token}`
        t.equal((await proxy(`/deliveries/${us1.deliveryToken}`, { cookie })).status, 200)
      },
    )

    await t.test(
      "a cell's host name routes to it, whatever the credential [c15-cell-proxy]",
      async (t) => {
        const host = 'us1.example.test'
        const { status, body } = await proxy('/projects', { host, 'x-api-key': made.eu1.key })
        t.equal(status, 421)
        t.equal(JSON.parse(body).cellUrl, 'https://eu1.example.test')
        t.equal((await proxy('/projects', { host, 'x-api-key': made.us1.key })).status, 200)
      },
    )

    await t.test('credentials without a known cell go to the first one', async (t) => {
      for (const headers of [{}, { 'x-api-key': 'mjk_zz9_x' }, { 'x-api-key': 'x'.repeat(200) }]) {
        const { status, body } = await proxy('/projects', headers)
        t.equal(status, 401)
        t.notMatch(body, 'cellUrl')
      }
      t.equal((await proxy('/openapi.json')).status, 200)
    })
  },
)

t.test(
  "with TLS, it redirects to known names, never to the request's Host [c15-cell-proxy]",
  { skip },
  async (t) => {
    const { cert, key } = await selfSignedCertificate(['api.example.test'])
    const folder = await mkdtemp(join(tmpdir(), 'cells-proxy-'))
    t.teardown(() => rm(folder, { recursive: true }))
    const pem = join(folder, 'proxy.pem')
    await writeFile(pem, `${cert}\n${key}\n`)
    // No request reaches a cell.
    const nowhere = { url: 'http://127.0.0.1:1' }
    const proxy = await startProxy(t, { eu1: nowhere, us1: nowhere }, pem)
    const leads: [host: string, location: string][] = [
      ['evil.example', 'https://api.example.test/projects?a=b'],
      ['api.example.test', 'https://api.example.test/projects?a=b'],
      ['us1.example.test:8080', 'https://us1.example.test/projects?a=b'],
      ['EU1.example.test', 'https://eu1.example.test/projects?a=b'],
    ]
    for (const [host, expected] of leads) {
      const { status, location } = await proxy('/projects?a=b', { host })
      t.strictSame([status, location], [308, expected], host)
    }
  },
)

interface Got {
  status: number
  body: string
  location: string | undefined
}

/** The URL of an api. */
type Cell = Pick<TestApp, 'url'>

async function credentialsOf(api: TestApp) {
  const { org, call, deliver } = await deliveringStudio(api)
  const session = await signIn(api, org, anyAddress())
  const { token: deliveryToken } = await deliver()
  const calendar = await call('POST', `/users/${org.userId}/calendar`)
  const calendarPath = new URL(calendar.body.url).pathname
  const ann = { name: 'Ann', email: 'ann@clients.test' }
  const { id } = (await call('POST', '/customers', ann)).body
  const portalToken = await signInToPortal(api, org.organizationId, id)
  const token = session.body.accessToken
  return { org, key: org.key, token, portalToken, deliveryToken, calendarPath }
}

/** Starts HAProxy. Returns a GET through it, by default at the host name shared by all cells. */
async function startProxy(t: Test, { eu1, us1 }: { eu1: Cell; us1: Cell }, certificate = '') {
  const [port, tls, self] = [await freePort(), await freePort(), await freePort()]
  const child = spawn(HAPROXY, ['-db', '-f', CONFIG], {
    env: {
      PATH: process.env.PATH,
      CELLS_ADDRESS: `127.0.0.1:${port}`,
      SELF_ADDRESS: `127.0.0.1:${self}`,
      CERTIFICATE: certificate,
      CELLS_TLS_ADDRESS: `127.0.0.1:${tls}`,
      PUBLIC_URL: 'https://api.example.test',
      EU1_HOST: 'eu1.example.test',
      US1_HOST: 'us1.example.test',
      EU1_API: new URL(eu1.url).host,
      US1_API: new URL(us1.url).host,
      EU1_MEDIA: new URL(eu1.url).host,
      US1_MEDIA: new URL(us1.url).host,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  }
  t.teardown(() => end(child))
  // On a busy machine a cell may miss health checks, and the proxy then sends it nothing for a while.
  return (path: string, headers: Record<string, string> = {}) =>
    until(`a response to ${path.split('/')[1]}`, async () => {
      if (child.exitCode !== null) throw new Error(`haproxy has ended: ${output}`)
      const sent = send(port, path, { host: 'api.example.test', ...headers })
      const response = await sent.catch(() => null)
      return response && !response.body.includes('no_replica_ready') && response
    })
}

// `fetch` sets the header Host itself.
async function send(port: number, path: string, headers: Record<string, string>): Promise<Got> {
  const sent = request({ host: '127.0.0.1', port, path, headers })
  sent.end()
  const [response] = await once(sent, 'response')
  const { location } = response.headers
  return { status: response.statusCode, body: await text(response), location }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
