// docs/contract.md#c25-page: an organization's reports.

import { sharedApp } from '@mediajobs/testing/api/app'
import { reportStudio } from '@mediajobs/testing/api/report-studio'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const service = await sharedApp()
const HOSTILE = '<img src=x onerror=alert(1)>'

async function openStudio() {
  const studio = await reportStudio(service)
  const at = `/app/${studio.org.organizationId}/reports`
  const browser = await browserOf(service, studio.org)
  const open = (query = '') => browser.open(`${at}${query}`)
  return { ...studio, at, open, browser }
}

t.test('the empty page says what it will show [c25-page]', async (t) => {
  const { open } = await openStudio()
  const { status, text } = await open()
  t.equal(status, 200)
  t.match(text, 'Your figures appear here')
  t.match(text, /\/projects\/new">Book a job/)
  t.notMatch((await open('?customerId=none')).text, 'Your figures appear here')
})

t.test('each report has a plot, a sentence, its table and its CSV [c25-page]', async (t) => {
  const { open, at, browser, ...studio } = await openStudio()
  const { userId } = studio.org
  await studio.setZone('America/New_York')
  const customerId = await studio.customer(HOSTILE)
  const technicianId = await studio.technician('Nadia Haddad')
  const id = await studio.book({ customerId, technicianId })
  await studio.move(id, 'BOOKED')
  await studio.move(id, 'DELIVERED')
  await studio.sendBack(id)
  await studio.invoice(customerId, 12_345)
  await studio.invoice(customerId, 500, { currency: 'EUR' })
  const { status, text } = await open('?period=year')
  t.equal(status, 200)
  for (const sentence of [
    'Jobs: Booked 1, Delivered 1, Canceled 0',
    'Turnaround: Half within',
    'Revisions: Sent back 100%',
    'Revenue in USD: Invoiced $123.45, Received $0.00',
    'Revenue in EUR: Invoiced €5.00',
    'Nadia Haddad: Hours 1, Shoots 1',
  ]) {
    t.match(text, `${sentence}`)
  }
  const owner = `<option value="${userId}">`
  t.equal(text.split(owner).length, 3, 'owners may shoot and edit, too')
  t.equal(text.match(/<svg[^>]*role="img"/g)?.length, 3 + 2 + 2 + 1)
  t.equal(text.match(/<table/g)?.length, 3 + 2 + 2 + 1)
  t.equal(text.match(/reports\/[a-z]+\.csv/g)?.length, 6)
  t.match(text, '<span>2</span><span>1</span><span>0</span>', 'the scale has no half jobs')
  t.notMatch(text, HOSTILE)
  t.notMatch(text, /<script(?![^>]*src)/)
})

t.test("a page's CSV is the API's, adapted to spreadsheets [c25-page]", async (t) => {
  const { at, browser, csv, ...studio } = await openStudio()
  await studio.move(await studio.book(), 'BOOKED')
  const query = 'from=2026-01-01&to=2030-12-31'
  const { status, text, headers } = await browser.open(`${at}/jobs.csv?${query}`)
  t.equal(status, 200)
  t.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  t.match(headers.get('content-disposition'), /^attachment; filename="jobs-2026/)
  t.equal(text.replace(/^\uFEFF/, ''), (await csv('jobs', query)).body)
  t.equal((await browser.open(`${at}/profit.csv?${query}`)).status, 404)
  t.equal((await browser.open(`${at}/jobs.csv?from=x`)).status, 400)
})

t.test(
  'an excessive period shows a notice; an invalid one falls back to this month [c25-page]',
  async (t) => {
    const { open } = await openStudio()
    const long = await open('?from=2020-01-01&to=2026-01-01&by=DAY')
    t.equal(long.status, 400)
    t.match(long.text, /role="alert"[^<]*>[^<]*400 days/)
    for (const query of ['?period=decade', '?from=2026-02-31&to=x', '?by=YEAR']) {
      const { status, text } = await open(query)
      t.equal(status, 200)
      t.match(text, /aria-current="page">This month/)
    }
  },
)

t.test('technicians and editors have no reports [c25-page]', async (t) => {
  const { org, at } = await openStudio()
  for (const role of ['TECHNICIAN', 'EDITOR'] as const) {
    const browser = await browserOf(service, await service.createMember(org, role))
    t.equal((await browser.open(at)).status, 403, role)
    t.equal((await browser.open(`${at}/owed.csv`)).status, 403, role)
  }
})
