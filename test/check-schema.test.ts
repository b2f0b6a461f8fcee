import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import t from 'tap'
import { differences, snapshotOf } from '../scripts/check-schema.ts'

const columns = () => ({ id: uuid().primaryKey(), hours: integer().notNull(), name: text() })
const shoots = (words = sql`lower(name)`, least = sql`hours > 0`, column = columns()) => ({
  shoots: pgTable('shoots', column, (table) => [
    index('shoots_words').using('gin', words),
    index('shoots_hours').on(table.hours.desc()).where(sql`hours > 8`),
    check('shoots_least', least),
  ]),
})
const migrated = snapshotOf(shoots())

t.test('a schema that matches the newest migration has no differences', async (t) => {
  t.strictSame(differences(migrated, snapshotOf(shoots())), [])
})

t.test('a column missing from migrations is named', async (t) => {
  const colour = { ...columns(), colour: text() }
  t.strictSame(differences(migrated, snapshotOf(shoots(undefined, undefined, colour))), [
    'tables.public.shoots.columns.colour: only in the schema',
  ])
})

t.test('an index with a different expression is named', async (t) => {
  const [found, ...others] = differences(migrated, snapshotOf(shoots(sql`upper(name)`)))
  t.match(found, /^tables\.public\.shoots\.indexes\.shoots_words\..*upper\(name\)/)
  t.strictSame(others, [])
})

t.test('a check with a different condition is named', async (t) => {
  const [found, ...others] = differences(migrated, snapshotOf(shoots(undefined, sql`hours > 1`)))
  t.match(found, /^tables\.public\.shoots\.checkConstraints\.shoots_least\.value: .*hours > 1/)
  t.strictSame(others, [])
})

t.test('a table no longer in the schema is named', async (t) => {
  t.strictSame(differences(migrated, snapshotOf({})), [
    'tables.public.shoots: only in the migrations',
  ])
})
