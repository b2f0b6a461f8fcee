// A file's bounds, and malformed rows, which don't affect the others. docs/contract.md#c10-csv,
// docs/contract.md#c11-import-rows
import { MAX_CSV_COLUMNS, MAX_CSV_ROW_BYTES, MAX_IMPORT_BYTES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import t from 'tap'
import { threadMs } from '../support/thread-ms.ts'

const service = await sharedApp()
const org = await service.createOrg()
const { send, sendCsv, get } = importerOf(service, org)
const row = (n: number) => ({ externalId: `${n}`, name: 'N', email: `n${n}@import.test` })
const HEADER = 'externalId,name,email,notes'
const scheduledTime = '2026-12-01T10:00:00Z'
// As Python's JSON encoder writes it, in a CSV cell.
const JSON_EMOJI = '[{""question"":""Mood?"",""answer"":""\\ud83d\\ude00""}]'
const MAX_THREAD_MS = 5_000

/** The number and messages of each row that failed before the import ran. */
async function failedRows(id: string) {
  const { body } = await get(`/bulk-imports/${id}/rows?status=FAILED&limit=100`)
  return body.data.map(({ number, messages }: Record<string, unknown>) => [number, messages])
}

t.test(
  'a malformed CSV row fails with its number and reason; the others are imported [c1-names-line, c8-bad-row, c11-import-rows]',
  async (t) => {
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
      '8,"N ""8""",n8@import.test,"Two\nlines"',
      '9,"N\n9",n9@import.test,\t',
      ' \t ',
    ].join('\r\n')
    const { status, body } = await sendCsv('customers', csv)
    t.equal(status, 202)
    t.match(body, { total: 9, failed: 6 })
    t.strictSame(await failedRows(body.id), [
      [2, ['row has 3 cells, but the header has 4']],
      [3, ['row has 5 cells, but the header has 4']],
      [4, ['row has a quote inside an unquoted cell: quote the cell and double each quote in it']],
      [5, ['row has text after the closing quote of a cell']],
      [6, ['row must have at most 65536 bytes']],
      [9, ['name must be one line without control characters']],
    ])
  },
)

t.test('a JSON row that is not an object fails with its number [c11-import-rows]', async (t) => {
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

t.test(
  'spaces inside a quoted cell are kept, those around a cell trimmed [c11-import-cells]',
  async (t) => {
    const wrongEmail = (cell: string) => `1,${cell},no address,\n`
    const { body } = await sendCsv(
      'customers',
      `${HEADER}\n${wrongEmail('" K "')}${wrongEmail(' K ')}${wrongEmail(' " K" ')}`,
    )
    const rows = await service.store.sql.query<{ name: string }>(
      `select data ->> 'name' as name from bulk_import_rows where import_id = $1 order by row`,
      [body.id],
    )
    t.strictSame(
      rows.map(({ name }) => name),
      [' K ', 'K', ' K'],
    )
  },
)

t.test('a row of 64 KiB is read, one a byte longer fails [c10-csv, c11-import-rows]', async (t) => {
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

t.test('a header has at most 100 columns, checked before the rows [c10-csv]', async (t) => {
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
  const names = Array.from({ length: 2_000_000 }, (_, i) => i.toString(36)).join(',')
  for (const file of [csv(40_000), names, ','.repeat(MAX_IMPORT_BYTES)]) {
    const spent = await threadMs(async () => {
      const { status, body } = await sendCsv('customers', file)
      t.equal(status, 400)
      t.match(body.message, [/^body has a header that can't be read: row must have at most/])
    })
    t.ok(spent < MAX_THREAD_MS, `${spent} ms`)
  }
})

t.test('JSON and lists in cells have the same bounds as a JSON body', async (t) => {
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

t.test('JSON in a cell is parsed like a JSON body', async (t) => {
  const { sendCsv, rows } = importerOf(service, await service.createOrg())
  const messagesOf = async (answers: string) => {
    const csv = `externalId,scheduledTime,bookingAnswers\n1,${scheduledTime},"${answers}"\n`
    const [row] = await rows((await sendCsv('projects', csv)).body.id)
    return row.messages
  }
  t.strictSame(await messagesOf(JSON_EMOJI), [], 'an escaped character outside the BMP')
  t.strictSame(await messagesOf(JSON_EMOJI.replace('\\ude00', '')), [
    'bookingAnswers[0].answer has a character that cannot be stored',
  ])
  t.strictSame(await messagesOf('[{""question"":""Q"",""question"":""Q""}]'), [
    'bookingAnswers[0].question is given twice',
  ])
})
