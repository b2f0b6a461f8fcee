import { newId, openDatabase } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import { MAX_PAGE_BYTES } from '@mediajobs/domain'
import t from 'tap'
import { bytesInTurn } from '../src/json-bytes.ts'

const BYTES = bytesInTurn(
  'booking_answers',
  'from projects where organization_id = $1 and id',
  '$2::uuid[]',
)

t.test('large values are measured only until the page is full', async (t) => {
  const { url } = await createTestDatabase(t)
  const database = openDatabase({ url, poolSize: 1, applicationName: 'test', onError() {} })
  t.teardown(() => database.close())
  const { sql } = database
  const organizationId = newId()
  await sql.query('insert into organizations (id, name) values ($1, $2)', [
    organizationId,
    'Studio',
  ])
  const rows = await sql.query<{ id: string }>(
    `insert into projects (organization_id, id, scheduled_time, booking_answers)
     select $1, uuid_v7(), now(), to_json(repeat('x', 1000000)) from generate_series(1, 20)
     returning id`,
    [organizationId],
  )
  const ids = rows.map(({ id }) => id)
  const gone = newId()
  const measured = await sql.query<{ bytes: number }>(BYTES, [organizationId, [gone, ...ids]])
  const full = Math.ceil(MAX_PAGE_BYTES / 1_000_002)
  t.strictSame(
    measured.map(({ bytes }) => bytes),
    [0, ...Array(full).fill(1_000_002)],
  )
})
