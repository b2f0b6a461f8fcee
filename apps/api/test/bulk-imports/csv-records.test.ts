import { MAX_IMPORT_BYTES } from '@mediajobs/domain'
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
