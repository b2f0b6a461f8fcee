import { createHash } from 'node:crypto'
import { MAX_IMPORT_BYTES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import t from 'tap'
import { recordsOf } from '../../src/bulk-imports/csv.ts'

const KIB = 1_024

t.test('a long stretch without records is read in steps', async (t) => {
  const files = {
    'empty lines': '\n'.repeat(MAX_IMPORT_BYTES),
    'one record': 'x'.repeat(MAX_IMPORT_BYTES),
    'one cell in quotes': `"${'""'.repeat(MAX_IMPORT_BYTES / 2 - 1)}"`,
  }
  for (const [name, file] of Object.entries(files)) {
    let steps = 0
    for (const record of recordsOf(Buffer.from(file))) if (record === null) steps += 1
    t.ok(steps >= MAX_IMPORT_BYTES / (64 * KIB) - 1, `${name}: ${steps} steps`)
  }
})

t.test('a record longer than a step stays whole', async (t) => {
  const [long, quoted] = ['x'.repeat(200 * KIB), `"a\n${'y,'.repeat(100 * KIB)}"`]
  const records = [...recordsOf(Buffer.from(`a,b\n\n  \r\n${long}\r\n${quoted}\nlast`))]
  t.strictSame(
    records.flatMap((record) => (record ? [record.toString()] : [])),
    ['a,b', long, quoted, 'last'],
  )
})

t.test(
  'an import says how many rows had no value, what it ignored, and which file it was [c8-record, c11-import-rows]',
  async (t) => {
    const service = await sharedApp()
    const { sendCsv, rows } = importerOf(service, await service.createOrg())
    const lines = ['externalId,name,colour', 'c-1,,red', ',,', '"", ,', 'c-2,"""",', 'c-3," ",']
    const csv = lines.join('\r\n')
    const { body } = await sendCsv('customers', csv, '?dryRun=true')
    t.match(body, { total: 3, skipped: 2 })
    t.strictSame(body.ignoredFields, ['colour'])
    t.equal(body.fileSha256, createHash('sha256').update(csv).digest('hex'))
    const numbered = await rows(body.id)
    t.strictSame(
      numbered.map(({ externalId }: { externalId: string }) => externalId),
      ['c-1', 'c-2', 'c-3'],
      'rows with values keep their order',
    )
  },
)
