// docs/contract.md#c25-page docs/contract.md#c12-accessible

import { readFile } from 'node:fs/promises'
import { DESKTOP, PHONE } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectGoodPages } from '@mediajobs/testing/browser/looks'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import { fillYear } from '@mediajobs/testing/plans/year-of-jobs'
import t from 'tap'

t.test('reports in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const [org, empty] = [await api.createOrg(), await api.createOrg()]
  const settings = { locale: 'en-US', name: 'Harbor Light', colour: '#1f4fd8' }
  for (const { key } of [org, empty]) {
    await api.request('PATCH', '/organization', { key, body: settings })
  }
  await fillYear(api.store.database.pool, org.organizationId, {
    projects: 400,
    technicians: 5,
    customers: 6,
  })
  const [open, openEmpty] = [pagesOf(org), pagesOf(empty)]

  const PAGES = {
    month: '/reports',
    quarter: '/reports?period=quarter',
    year: '/reports?period=year',
    refused: '/reports?from=2020-01-01&to=2026-01-01&by=DAY',
  }
  await expectGoodPages(t, PAGES, open, { desktop: DESKTOP, phone: PHONE })
  await expectGoodPages(t, { none: '/reports' }, openEmpty, { desktop: DESKTOP, phone: PHONE })

  await t.test('each report is a labeled picture with a table and CSV [c25-page]', async (t) => {
    const page = await open(t, '/reports?period=year', PHONE)
    for (const name of ['Jobs', 'Turnaround', 'Revisions', 'Revenue', 'Owed', 'Technicians']) {
      const report = page.getByRole('region', { name, exact: true })
      t.ok((await report.getByRole('img').count()) > 0, name)
      const picture = await report.getByRole('img').first().getAttribute('aria-labelledby')
      t.match(await page.locator(`#${picture}`).textContent(), /\d/)
      const table = report.locator('table').first()
      t.notOk(await table.isVisible())
      await report.getByText('Table').first().click()
      t.ok(await table.isVisible())
    }
    const bar = page.locator('#jobs .tip').first()
    await bar.hover()
    t.match(await bar.textContent(), /^Jan.*: Booked \d+, Delivered \d+, Canceled \d+$/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Jobs as CSV' }).click(),
    ])
    t.match(download.suggestedFilename(), /^jobs-\d{4}-01-01-\d{4}-12-31\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    t.match(text, /^\uFEFFfrom,to,booked,delivered,cancelled\r\n/)
    t.equal(text.split('\r\n').length, 14)
  })

  await t.test('the filters and the period are in the URL [c25-page]', async (t) => {
    const page = await open(t, '/reports', DESKTOP)
    await page.getByRole('link', { name: 'This year' }).click()
    t.match(page.url(), /period=year/)
    await page.getByLabel('Technician', { exact: true }).selectOption({ label: 'Nadia Haddad' })
    await page.getByLabel('Group by').selectOption({ label: 'Week' })
    await page.getByRole('button', { name: 'Apply' }).click()
    t.match(page.url(), /by=WEEK&technicianId=/)
    const technicians = page.getByRole('region', { name: 'Technicians' })
    await technicians.getByRole('img').waitFor()
    t.equal(await technicians.getByRole('img').count(), 1)
    await page.getByRole('link', { name: 'This month' }).click()
    await page.getByLabel('Technician', { exact: true }).selectOption({ label: 'Everyone' })
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.locator('#owed .of a').first().click()
    t.match(page.url(), /\?customerId=/)
    t.equal(
      await page.getByLabel('Customer', { exact: true }).inputValue(),
      new URL(page.url()).searchParams.get('customerId'),
    )
  })
})
