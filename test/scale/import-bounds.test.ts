// Imports of the largest size. docs/contract.md#c10-csv
import { MAX_IMPORT_BYTES, MAX_IMPORT_VIOLATIONS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import t from 'tap'

const service = await sharedApp()
const { send } = importerOf(service, await service.createOrg())
const HEADER = 'externalId,name,email,notes'
const scheduledTime = '2026-12-01T10:00:00Z'

t.test('an import of 5,000 rows with all fields is within the bounds', async (t) => {
  const id = '0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20'
  const bookingAnswers = Array(10).fill({ question: 'Where is the key?', answer: 'In the box' })
  const full = {
    scheduledTime,
    ...{ addressLine1: 'A', addressLine2: 'B', city: 'C', region: 'D', postalCode: 'E' },
    ...{ countryCode: 'US', lat: 1.5, lng: 2.5, notes: 'x'.repeat(500), customerId: id },
    ...{ packageId: id, projectManagerId: id, technicianId: id, editorId: id },
    ...{ mediaTypes: ['PHOTO', 'VIDEO'], estimatedDuration: 90, selectedAddOnIds: [id] },
    ...{ bookingAnswers, discountCode: 'SPRING' },
  }
  const rows = Array.from({ length: 5_000 }, (_, i) => ({ ...full, externalId: `${i}` }))
  const { status, body } = await send('projects', rows)
  t.equal(status, 202)
  t.match(body, { total: 5_000, failed: 0 })
})

t.test('5,000 invalid rows keep their numbers, and a bounded number of messages', async (t) => {
  const wrong = { externalId: '1', scheduledTime, bookingAnswers: Array(59).fill(0) }
  const { status, body } = await send('projects', Array(5_000).fill(wrong))
  t.equal(status, 202)
  t.match(body, { total: 5_000, failed: 5_000 })
  const [kept] = await service.store.sql.query<{ most: number; all: number; least: number }>(
    `select max(cardinality(messages)) as most, min(cardinality(messages)) as least,
      sum(cardinality(messages))::int as all from bulk_import_rows where import_id = $1`,
    [body.id],
  )
  // Each row except the first has an additional message: its externalId is taken.
  t.strictSame([kept?.most, kept?.least], [60, 2])
  t.ok((kept?.all ?? 0) < MAX_IMPORT_VIOLATIONS + 2 * 5_000)
})

t.test('other requests are served while a file of 16 MiB is read', async (t) => {
  const filler = 'x'.repeat(3_000)
  const csv = `${HEADER}\n${Array.from({ length: 5_000 }, (_, i) => `${i},N,n${i}@import.test,${filler}`).join('\n')}\n`
  // A new organization: no dispatcher runs here, and each organization's waiting imports are bounded.
  const { sendCsv } = importerOf(service, await service.createOrg())
  let isRead = false
  const imported = sendCsv('customers', csv).finally(() => {
    isRead = true
  })
  let served = 0
  while (!isRead) {
    await service.request('GET', '/health/live')
    if (!isRead) served += 1
  }
  t.equal((await imported).status, 202)
  t.ok(served > 10, `${served} requests`)
  const quotes = `${HEADER}\n"${'""'.repeat(MAX_IMPORT_BYTES / 2 - 50)}`
  t.match((await sendCsv('customers', quotes)).body.message, [/a quote is never closed/])
})
