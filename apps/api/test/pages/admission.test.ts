// docs/contract.md#c12-client: a page is admitted once, together with its calls.

import { sharedApp } from '@mediajobs/testing/api/app'
import { browserOf, type StaffBrowser } from '@mediajobs/testing/api/staff-browser'
import fastify, { type FastifyRequest } from 'fastify'
import t from 'tap'
import { pageCalls } from '../../src/plugins/admission.ts'

const api = await sharedApp()
const org = await api.createOrg()

/** Requests counted during `work`, by route. */
async function counted(work: () => Promise<unknown>) {
  const read = async () => {
    const metric = await api.app.metrics.getSingleMetric('http_requests_total')?.get()
    const calls = new Map<string, number>()
    for (const { labels, value } of metric?.values ?? []) {
      const route = String(labels.route)
      calls.set(route, (calls.get(route) ?? 0) + value)
    }
    return calls
  }
  const before = await read()
  await work()
  const after = [...(await read())].map(([route, n]) => [route, n - (before.get(route) ?? 0)])
  return Object.fromEntries(after.filter(([, n]) => n))
}

/** How many session calls `work` uses, excluding the one that measures it. */
async function takenBy(work: (browser: StaffBrowser) => Promise<unknown>): Promise<number> {
  for (;;) {
    const browser = await browserOf(api, org)
    const begin = performance.now()
    await work(browser)
    const { headers } = await browser.open(`/app/${org.organizationId}/call/projects`)
    // Too late: a session's limit counts the calls of the last second.
    if (performance.now() - begin > 1_000) continue
    const [limit, left] = ['limit', 'remaining'].map((n) => Number(headers.get(`x-ratelimit-${n}`)))
    return Number(limit) - Number(left) - 1
  }
}

t.test('a page that makes many calls counts as one call of its session [c12-client]', async (t) => {
  const at = `/app/${org.organizationId}`
  t.equal(await takenBy(async () => {}), 0)
  for (const path of ['board', 'calendar', 'customers', 'projects/new']) {
    t.equal(await takenBy((browser) => browser.open(`${at}/${path}`)), 1, path)
  }
})

t.test(
  'a page outside organizations counts only the call for its navigation [c12-client]',
  async (t) => {
    t.equal(await takenBy((browser) => browser.open('/app')), 0)
    t.equal(await takenBy((browser) => browser.open('/app/account')), 1, 'for the navigation')
  },
)

t.test('a page with many calls is one request in the metrics', async (t) => {
  const browser = await browserOf(api, org)
  const routes = await counted(() => browser.open(`/app/${org.organizationId}/board`))
  t.strictSame(routes, { '/app/:organizationId/board': 1 })
})

t.test('a form or a page outside organizations is one request in the metrics', async (t) => {
  const browser = await browserOf(api, org)
  const form = { name: 'A', email: 'admission@customer.test', 'idempotency-key': 'admission-1' }
  const at = `/app/${org.organizationId}/customers`
  t.strictSame(
    await counted(async () => t.equal((await browser.send(`${at}/new`, form)).status, 303)),
    { '/app/:organizationId/customers/new': 1 },
  )
  t.strictSame(await counted(() => browser.open('/app/account')), { '/app/account': 1 })
})

t.test("a browser module's call is one request in the metrics", async (t) => {
  const browser = await browserOf(api, org)
  const routes = await counted(async () => {
    const call = await browser.open(`/app/${org.organizationId}/call/projects`)
    t.equal(Number(call.headers.get('x-ratelimit-remaining')), 49)
  })
  t.strictSame(routes, { '/app/:organizationId/call/projects': 1 })
})

t.test('a call belongs to a page only while that page is being served', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(pageCalls)
  let ended: FastifyRequest | undefined
  const ask = async (request: FastifyRequest) =>
    (await app.callFrom(request, { url: '/call', headers: { 'x-request-id': '1' } })).json()
  app.get('/call', async ({ page }) => ({ isOfPage: page !== null }))
  app.get('/page', { config: { isPage: true } }, async (request) => {
    ended = request
    return ask(request)
  })
  app.get('/other', ask)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const get = async (path: string) => (await fetch(`${url}${path}`)).json()
  t.strictSame(await get('/page'), { isOfPage: true })
  t.strictSame(await get('/call'), { isOfPage: false }, 'a request from outside')
  t.strictSame((await app.inject('/call')).json(), { isOfPage: false }, 'a plain `inject`')
  t.strictSame(await get('/other'), { isOfPage: false }, 'a route without a page')
  t.strictSame(ended && (await ask(ended)), { isOfPage: false }, 'after the page has ended')
})
