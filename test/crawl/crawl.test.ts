// docs/contract.md#c12-roles docs/contract.md#c12-staff: everything a person can reach from the first page.

import { ROLES } from '@mediajobs/domain'
import { until } from '@mediajobs/local-engines/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { browserOf, staffBrowser } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { crawl, type FoundForm } from './support/crawl.ts'
import { crawledStudio } from './support/crawled-studio.ts'

const SITE = 'https://pages.test'
const api = await testApp(t, {
  trustProxy: true,
  deliveryBaseUrl: `${SITE}/deliveries`,
  requestLogSample: 0,
})
const origins = [SITE, api.url] as const

/** Irreversible forms are sent last, then the password and the sign-out. */
const FINAL = /\/(delete|revoke|end|archive|void|active|off|deliver)$/
const LAST = ['/app/account/password', '/app/sign-out']

for (const role of ROLES) {
  t.test(`every link and form that ${role} can reach works for the role [c12-roles]`, async (t) => {
    const { org, person, jobs } = await crawledStudio(api, role)
    const at = `/app/${org.organizationId}`
    // In a separate session: one is limited to 50 calls a second.
    const open = async (path: string) => (await browserOf(api, person)).open(path)
    const starts = ['/app', '/app/account', ...jobs.map((id) => `${at}/projects/${id}`)]
    const { visited, forms } = await crawl(t, { open, origins }, starts)
    const sections = new Set(visited.map((path) => path.split(/[/?#]/)[3]))
    for (const section of ['today', 'board', 'calendar', 'customers', 'catalogue', 'people']) {
      t.ok(sections.has(section), `${section} was found`)
    }
    for (const section of ['developers', 'orders', 'order-forms']) {
      t.equal(sections.has(section), role === 'ADMIN' || role === 'MANAGER', section)
    }
    t.equal(sections.has('settings'), role === 'ADMIN')
    t.strictSame(await failedRequests(org), [], 'opening a page causes no failed request')

    for (const { to, from, entries, button } of inOrder(forms)) {
      const browser = await browserOf(api, person)
      const fields = Object.fromEntries([...entries, ...(button ? [button] : [])])
      const { status } = await browser.send(to, fields, {}, from)
      // An untouched form may lack something (a file: 415), or its record may have changed by now.
      t.ok([200, 303, 400, 409, 412, 415].includes(status), `the form ${to} of ${from}: ${status}`)
    }
  })
}

t.test('every link that a client can reach works [c12-roles]', async (t) => {
  const { tokens } = await crawledStudio(api, 'MANAGER')
  const open = (path: string) => staffBrowser(api).open(path)
  const starts = tokens.map((token) => `/deliveries/${token}`)
  const { visited, forms } = await crawl(t, { open, origins }, starts)
  t.ok(
    visited.some((path) => path.startsWith('/originals/')),
    'the page of an original was found',
  )
  for (const { to, entries } of inOrder(forms)) {
    const { status } = await staffBrowser(api).send(to, Object.fromEntries(entries))
    t.ok([303, 400, 409].includes(status), `${to}: ${status}`)
  }
})

t.test('every link on the pages before sign-in works [c12-sign-in]', async (t) => {
  const open = (path: string) => staffBrowser(api).open(path)
  const { visited } = await crawl(t, { open, origins }, ['/app/sign-in'])
  for (const path of ['/invitations', '/password-resets']) {
    t.ok(visited.includes(path), `${path} was found`)
  }
})

/** The failed requests in an organization's log, up to one made here. */
async function failedRequests({ key }: { key: string }): Promise<string[]> {
  const last = '/customers/{id}'
  await api.request('GET', `/customers/${crypto.randomUUID()}`, { key })
  let failed: string[] = []
  await until('the log has the last request', async () => {
    const { body } = await api.request('GET', '/requests?limit=100', { key })
    const errors = body.data.filter(({ status }: { status: number }) => status >= 400)
    failed = errors.map(({ route }: { route: string }) => route)
    return failed.includes(last)
  })
  return failed.filter((route) => route !== last)
}

function inOrder(forms: readonly FoundForm[]): FoundForm[] {
  const rank = ({ to }: FoundForm) => LAST.indexOf(to) + 1 || (FINAL.test(to) ? 0.5 : 0)
  return forms.toSorted((a, b) => rank(a) - rank(b))
}
