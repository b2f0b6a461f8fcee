import { bulkImports } from '@mediajobs/db/schema'
import { sharedApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import { eq } from 'drizzle-orm'
import t from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const { send, sendCsv } = importerOf(service, org)
const row = { externalId: '1', name: 'N', email: 'n@import.test' }
const ofOrg = eq(bulkImports.organizationId, org.organizationId)

t.test(
  'an invalid import body is a 400 with the reason, and nothing is accepted [c8-import]',
  async (t) => {
    const messageOf = async (response: ReturnType<typeof send>) => {
      const { status, body } = await response
      t.equal(status, 400)
      return body.message
    }
    t.strictSame(await messageOf(send('customers', [])), ['rows must not be empty'])
    t.strictSame(await messageOf(send('customers', Array(5_001).fill(row))), [
      'rows must have at most 5000 items',
    ])
    t.strictSame(await messageOf(sendCsv('customers', '')), [
      'body is empty: send a JSON object or text/csv',
    ])
    t.strictSame(await messageOf(sendCsv('customers', 'externalId,name\n')), [
      'rows must not be empty',
    ])
    t.strictSame(await messageOf(sendCsv('customers', 'name,a,name\n1,2,3\n')), [
      'body has the column name twice in its header',
    ])
    t.strictSame(await messageOf(sendCsv('customers', 'name,,a\n1,2,3\n')), [
      'body has a column without a name in its header',
    ])
    t.match(await messageOf(sendCsv('customers', 'a,b\n"1,2\n')), [/^body is not valid CSV/])
    const long = `externalId\n${'x\n'.repeat(20_000)}`
    t.strictSame(await messageOf(sendCsv('customers', long)), ['body must have at most 5000 rows'])
    t.strictSame(await messageOf(sendCsv('customers', 'externalId\n1\n', '?dry=1')), [
      'dry is not a query parameter of this request: it accepts dryRun, emitEvents',
    ])
    t.match(await messageOf(sendCsv('customers', 'externalId\n1\n', '?dryRun=x')), [/^dryRun /])
    t.equal(await service.store.sql.orm.$count(bulkImports, ofOrg), 0)
  },
)

t.test('unknown columns are refused with Prefer: handling=strict', async (t) => {
  const csv = 'externalId,name,email,colour\n1,N,n@import.test,red\n'
  const strict = await sendCsv('customers', csv, '', { prefer: 'handling=strict' })
  t.equal(strict.status, 400)
  t.strictSame(strict.body.message, ['rows[0].colour is not a field of this request'])
})

t.test('an import may be up to 16 MiB [c1-errors-413]', async (t) => {
  const notes = 'x'.repeat(9_990)
  const big = Array.from({ length: 1_650 }, (_, i) => ({ ...row, externalId: `${i}`, notes }))
  t.equal((await send('customers', big)).status, 202)
  t.equal((await send('customers', [...big, ...big])).status, 413)
  t.equal((await sendCsv('customers', `a\n${'x'.repeat(17_000_000)}`)).status, 413)
})

t.test('a repeat with the same Idempotency-Key returns the same import', async (t) => {
  const csv = 'externalId,name,email\n77,N,n77@import.test\n'
  const repeatable = { 'idempotency-key': 'import-77' }
  const first = await sendCsv('customers', csv, '', repeatable)
  const again = await sendCsv('customers', csv, '', repeatable)
  t.strictSame(again.body, first.body)
  t.equal(again.headers.location, first.headers.location)
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.equal((await sendCsv('customers', csv, '?dryRun=true', repeatable)).status, 422)
})
