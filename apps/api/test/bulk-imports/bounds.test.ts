// The bounds of a file, and malformed rows, which do not stop the others.
// docs/contract.md#c10-csv, docs/contract.md#c11-import-rows
import {
  MAX_CSV_COLUMNS,
  MAX_CSV_ROW_BYTES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_VIOLATIONS,
} from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import t from 'tap'
import { blockedMs } from '../support/blocked-ms.ts'

const service = await sharedApp()
const org = await service.createOrg()
const { send, sendCsv, get } = importerOf(service, org)
const row = (n: number) => ({ externalId: `${n}`, name: 'N', email: `n${n}@import.test` })
const HEADER = 'externalId,name,email,notes'
const scheduledTime = '2026-12-01T10:00:00Z'
const MAX_BLOCKED_MS = 5_000

/** The number and the messages of each row that failed before the import ran. */
async function failedRows(id: string) {
  const { body } = await get(`/bulk-imports/${id}/rows?status=FAILED&limit=100`)
  return body.data.map(({ number, messages }: Record<string, unknown>) => [number, messages])
}

t.test('a malformed CSV row fails with its number and reason, and the others run', async (t) => {
  const csv = [
    HEADER,
    '1,N,n1@import.test,',
    '2,N,n2@import.test',
    '3,N,n3@import.test,,',
    '4,N "x" N,n4@import.test,',
    '5,"N" N,n5@import.test,',
    `6,N,n6@import.test,${'x'.repeat(MAX_CSV_ROW_BYTES)}`,
    '7,N,n7@import.test,',
    '   ',
    '',
    '8,"N\n""8""",n8@import.test,\t',
    ' \t ',
  ].join('\r\n')
  const { status, body } = await sendCsv('customers', csv)
  t.equal(status, 202)
  t.match(body, { total: 8, failed: 5 })
  t.strictSame(await failedRows(body.id), [
    [2, ['row has 3 cells, but the header has 4']],
    [3, ['row has 5 cells, but the header has 4']],
    [
      4,
      [
        'row has a quote in a cell that does not begin with one: put the cell in quotes, and write each quote in it twice',
      ],
    ],
    [5, ['row has text after the closing quote of a cell']],
    [6, ['row must have at most 65536 bytes']],
  ])
})

t.test('a JSON row that is no object fails with its number', async (t) => {
  const { status, body } = await send('customers', [row(1), 5, null, [], 'x', row(2)])
  t.equal(status, 202)
  t.match(body, { total: 6, failed: 4 })
  t.strictSame(
    await failedRows(body.id),
    [2, 3, 4, 5].map((number) => [number, ['row must be an object']]),
  )
  const none = await send('customers', [5])
  t.equal(none.status, 202)
})

t.test('spaces inside the quotes of a cell are kept, those around a cell are not', async (t) => {
  const wrongEmail = (cell: string) => `1,${cell},no address,\n`
  const { body } = await sendCsv(
    'customers',
    `${HEADER}\n${wrongEmail('" K "')}${wrongEmail(' K ')}${wrongEmail(' " K" ')}`,
  )
  const { rows } = await service.store.sql
    .query<{ name: string }>(
      `select data ->> 'name' as name from bulk_import_rows where import_id = $1 order by row`,
      [body.id],
    )
    .then((found) => ({ rows: found }))
  t.strictSame(
    rows.map(({ name }) => name),
    [' K ', 'K', ' K'],
  )
})

t.test('a row of 64 KiB is read, one byte more fails', async (t) => {
  const cells = '1,N,n@import.test,'
  const notes = (bytes: number) => `${cells}${'x'.repeat(bytes - cells.length)}`
  const { body } = await sendCsv(
    'customers',
    `${HEADER}\n${notes(MAX_CSV_ROW_BYTES)}\n${notes(MAX_CSV_ROW_BYTES + 1)}\n`,
  )
  t.strictSame(await failedRows(body.id), [
    [1, ['notes must have at most 10000 characters']],
    [2, ['row must have at most 65536 bytes']],
  ])
})

t.test('a header has at most 100 columns, checked before the rows', async (t) => {
  const csv = (columns: number) => {
    const names = Array.from({ length: columns - 3 }, (_, i) => `c${i}`)
    return `externalId,name,email,${names}\n1,N,n@import.test${','.repeat(columns - 3)}\n`
  }
  t.equal((await sendCsv('customers', csv(MAX_CSV_COLUMNS))).status, 202)
  t.strictSame((await sendCsv('customers', csv(MAX_CSV_COLUMNS + 1))).body.message, [
    'body must have at most 100 columns',
  ])
  t.strictSame((await sendCsv('customers', csv(5_000))).body.message, [
    'body must have at most 100 columns',
  ])
  const names = Array.from({ length: 2_000_000 }, (_, i) => `${i.toString(36)}`).join(',')
  for (const file of [csv(40_000), names, ','.repeat(MAX_IMPORT_BYTES)]) {
    const blocked = await blockedMs(async () => {
      const { status, body } = await sendCsv('customers', file)
      t.equal(status, 400)
      t.match(body.message, [/^body has a header that can't be read: row must have at most/])
    })
    t.ok(blocked < MAX_BLOCKED_MS, `${blocked} ms`)
  }
})

t.test('the JSON and the lists in cells have the bounds of a JSON body', async (t) => {
  const project = (answers: string) =>
    `externalId,scheduledTime,bookingAnswers\n1,${scheduledTime},"${answers}"\n`
  const deep = await sendCsv('projects', project(`${'['.repeat(33)}${']'.repeat(33)}`))
  t.equal(deep.status, 202)
  t.strictSame(await failedRows(deep.body.id), [[1, ['bookingAnswers must be an array or null']]])
  const lists = (rows: number, items: number) =>
    `externalId,scheduledTime,mediaTypes\n${`1,${scheduledTime},${';'.repeat(items - 1)}\n`.repeat(rows)}`
  t.equal((await sendCsv('projects', lists(32, 10_000))).status, 202)
  for (const rows of [33, 1_000]) {
    const { status, body } = await sendCsv('projects', lists(rows, 10_000))
    t.equal(status, 400)
    t.equal(body.code, 'body_too_complex')
  }
})

t.test('an import of 5,000 rows with every field is within the bounds', async (t) => {
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

t.test('5,000 wrong rows keep their number, and a bounded number of messages', async (t) => {
  const wrong = { externalId: '1', scheduledTime, bookingAnswers: Array(59).fill(0) }
  const { status, body } = await send('projects', Array(5_000).fill(wrong))
  t.equal(status, 202)
  t.match(body, { total: 5_000, failed: 5_000 })
  const [kept] = await service.store.sql.query<{ most: number; all: number; least: number }>(
    `select max(cardinality(messages)) as most, min(cardinality(messages)) as least,
      sum(cardinality(messages))::int as all from bulk_import_rows where import_id = $1`,
    [body.id],
  )
  // Each row except the first has one more message: its externalId is taken.
  t.strictSame([kept?.most, kept?.least], [60, 2])
  t.ok((kept?.all ?? 0) < MAX_IMPORT_VIOLATIONS + 2 * 5_000)
})

t.test('other requests are served while a file of 16 MiB is read', async (t) => {
  const filler = 'x'.repeat(3_000)
  const csv = `${HEADER}\n${Array.from({ length: 5_000 }, (_, i) => `${i},N,n${i}@import.test,${filler}`).join('\n')}\n`
  // A new organization: no dispatcher runs here, and the waiting imports of each one are bounded.
  const { sendCsv } = importerOf(service, await service.createOrg())
  const blocked = await blockedMs(async () => {
    t.equal((await sendCsv('customers', csv)).status, 202)
  })
  t.ok(blocked < MAX_BLOCKED_MS, `${blocked} ms`)
  const quotes = `${HEADER}\n"${'""'.repeat(MAX_IMPORT_BYTES / 2 - 50)}`
  t.match((await sendCsv('customers', quotes)).body.message, [/a quote is opened and never closed/])
})
