import { openDatabase } from '@mediajobs/db'
import t from 'tap'
import { createTestDatabase } from '../testing/index.ts'

const { url } = await createTestDatabase(t)
const database = openDatabase({ url, poolSize: 1, applicationName: 'test', onError() {} })
t.teardown(() => database.close())

async function read(expression: string): Promise<unknown> {
  const [row] = await database.sql.query<{ value: unknown }>(`select ${expression} as value`)
  return row?.value
}

t.test('arrays are parsed like PostgreSQL', async (t) => {
  const texts = [
    'PHOTO',
    'a b',
    '',
    ',',
    '"',
    '\\',
    '{x}',
    'NULL',
    'null',
    'ANNULLED',
    ' ',
    'é',
    '\n',
  ]
  const [row] = await database.sql.query<{ value: unknown }>('select $1::text[] as value', [texts])
  t.strictSame(row?.value, texts, 'texts with array syntax characters')
  const cases: [expression: string, value: unknown][] = [
    [`array['PHOTO', 'VIDEO']`, ['PHOTO', 'VIDEO']],
    [`'{}'::text[]`, []],
    [`array['PHOTO', null]`, ['PHOTO', null]],
    [
      `array[['a', 'b'], ['c', 'd']]`,
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [`'[0:1]={a,b}'::text[]`, ['a', 'b']],
    [`array[1, -2, 2147483647]`, [1, -2, 2_147_483_647]],
    [`array[1, null]::int[]`, [1, null]],
    [`array[0.5, 1e300, 'Infinity']::float8[]`, [0.5, 1e300, Infinity]],
    [`array[1, null]::float8[]`, [1, null]],
  ]
  for (const [expression, value] of cases) t.strictSame(await read(expression), value, expression)
})
