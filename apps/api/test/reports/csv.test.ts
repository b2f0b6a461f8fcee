import { sharedApp } from '@mediajobs/testing/api/app'
import { REPORTS, reportStudio } from '@mediajobs/testing/api/report-studio'
import { parse } from 'csv-parse/sync'
import t from 'tap'

const service = await sharedApp()
const NAMES = [
  'Müller & Söhne, "Nord"',
  '=HYPERLINK("http://evil.test","pay")',
  '+1 Realty',
  '-2 Realty',
  '@home',
  ' =1+1',
  '＝1+1',
  '東京 🏠',
]

t.test('CSV has the same rows as the JSON, and no text runs as a formula [c25-csv]', async (t) => {
  const studio = await reportStudio(service)
  for (const name of NAMES) {
    const technicianId = await studio.technician(name.trim())
    const customerId = await studio.customer(name)
    const id = await studio.book({ technicianId, customerId })
    await studio.move(id, 'BOOKED')
    await studio.move(id, 'DELIVERED')
    await studio.sendBack(id)
    await studio.invoice(customerId, 500)
  }
  const to = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  for (const report of REPORTS) {
    const query = report === 'owed' ? {} : { from: '2026-01-01', to, by: 'MONTH' }
    const { data } = await studio.report(report, query)
    const { headers, body } = await studio.csv(report, String(new URLSearchParams(query)))
    t.equal(headers['content-type'], 'text/csv; charset=utf-8')
    const days = report === 'owed' ? '' : `-2026-01-01-${to}`
    t.equal(headers['content-disposition'], `attachment; filename="${report}${days}.csv"`)
    t.ok(String(body).endsWith('\r\n'))
    const rows = parse(String(body), { columns: true }) as Record<string, string>[]
    t.strictSame(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(unguarded))),
      data.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])),
      ),
      report,
    )
    const cells = rows.flatMap((row) => Object.values(row))
    t.notOk(cells.some((cell) => /^\s*[=+@＝-]/.test(cell)))
  }
})

/** Removes the apostrophe before text that a spreadsheet would run. */
function unguarded([name, value]: [string, string]): [string, string] {
  return [name, value.replace(/^'(?=\s*[=+@＝-])/, '')]
}

t.test('Accept decides: CSV if preferred, else JSON [c25-csv]', async (t) => {
  const { raw } = await reportStudio(service)
  const typeFor = async (accept: string) => {
    const { headers } = await raw('/reports/owed', { accept })
    t.match(headers.vary, /accept/i)
    return String(headers['content-type']).split(';')[0]
  }
  t.equal(await typeFor('text/csv'), 'text/csv')
  t.equal(await typeFor('text/csv, application/json;q=0.5'), 'text/csv')
  t.equal(await typeFor('application/json, text/csv;q=0.5'), 'application/json')
  t.equal(await typeFor('*/*'), 'application/json')
  t.equal(await typeFor('text/html'), 'application/json')
  const refused = await raw('/reports/jobs?from=x', { accept: 'text/csv' })
  t.match([refused.status, refused.body.code], [400, 'invalid_request'], 'errors are JSON')
})
