import { newId } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import { openStore, type Store, type Tx, writeEvent } from '@mediajobs/outbox'
import { testApp } from '@mediajobs/testing/api/app'
import type { Test } from 'tap'
import { prove } from './support/fault.ts'

const COUNT = `
  select (select count(*) from organizations)::int + (select count(*) from events)::int as count,
    pg_backend_pid() as pid`

const circular: unknown[] = []
circular.push(circular)
const throwing = {
  toPostgres() {
    throw new Error('unserializable')
  },
}

// Statements that the driver refuses before it writes a byte.
const REFUSED: Record<string, (tx: Tx) => Promise<unknown>> = {
  'a value that cannot be written': (tx) => tx.query('select $1::text', [throwing as never]),
  'a value that contains itself': (tx) => tx.query('select $1::jsonb', [{ circular } as never]),
  'values not in a list': (tx) => tx.query('select $1::text', 'x' as never),
  'a value in an unprepared statement': (tx) =>
    tx.queryOnce('select $1::text', [throwing as never]),
}

await prove({
  id: 'F23',
  promise: 'an operation stores nothing if one of its statements is refused before being sent',
  rules: '[c7-commit]',
  target:
    '0 rows stored, whether the operation notices the refusal or not, and the connection stays usable',
  async run({ t, isFull }) {
    const { url: databaseUrl } = await createTestDatabase(t)
    const store = openStore({ databaseUrl, poolSize: 1, applicationName: 'test', onError() {} })
    t.teardown(() => store.close())
    const [before] = await look(store)
    let tried = 0
    let committed = 0
    for (let round = 0; round < (isFull ? 100 : 2); round += 1) {
      for (const refused of Object.values(REFUSED)) {
        for (const operation of [failing(refused), ignoring(refused), notAwaiting(refused)]) {
          tried += 1
          await store.transaction(operation).then(
            () => (committed += 1),
            () => {},
          )
        }
      }
    }
    const [after] = await look(store)
    const stored = (after?.count ?? Number.NaN) - (before?.count ?? 0)
    t.equal(after?.pid, before?.pid, 'the connection stays usable')
    await store.transaction((tx) => insertOrganization(tx))
    t.equal(
      (await look(store))[0]?.count,
      (before?.count ?? 0) + 1,
      'the connection stores a valid operation',
    )
    const overHttp = await bookWithoutQueue(t)
    return {
      figure: `${tried} operations: ${committed} committed, ${stored} rows stored; without its queue: ${overHttp}`,
      isMet: committed === 0 && stored === 0 && overHttp === '500, 0 projects',
    }
  },
})

function look(store: Store) {
  return store.sql.query<{ count: number; pid: number }>(COUNT)
}

type Operation = (tx: Tx) => Promise<void>
type Refused = (tx: Tx) => Promise<unknown>

/** An operation that the refusal aborts midway. */
function failing(refused: Refused): Operation {
  return async (tx) => {
    const orgId = await insertOrganization(tx)
    writeEvent(tx, orgId, 'PROJECT_CREATED', {})
    await refused(tx)
    await insertOrganization(tx)
  }
}

/** An operation that ignores the refusal and ends normally. */
function ignoring(refused: Refused): Operation {
  return async (tx) => {
    await insertOrganization(tx)
    await refused(tx).catch(() => {})
    await insertOrganization(tx)
  }
}

/** An operation that doesn't await its statements. */
function notAwaiting(refused: Refused): Operation {
  return async (tx) => {
    void insertOrganization(tx)
    void refused(tx)
    void insertOrganization(tx)
  }
}

async function insertOrganization(tx: Tx): Promise<string> {
  const id = newId()
  await tx.query('insert into organizations (id, name) values ($1, $2)', [id, 'Half Studio'])
  return id
}

/** A booking whose job can't be written, because there is no queue: nothing is stored. */
async function bookWithoutQueue(t: Test): Promise<string> {
  const { url: databaseUrl } = await createTestDatabase(t)
  const service = await testApp(t, { databaseUrl })
  const { key } = await service.createOrg()
  const subscription = { url: 'http://127.0.0.1:9/hook', events: ['PROJECT_CREATED'] }
  await service.request('POST', '/webhooks/subscriptions', { key, body: subscription })
  await service.store.sql.query('delete from pgboss.job')
  await service.store.sql.query('delete from pgboss.queue')
  const without = await testApp(t, { databaseUrl })
  const body = { scheduledTime: '2026-05-01T09:30:00Z' }
  const { status } = await without.request('POST', '/projects/create', { key, body })
  const [row] = await without.store.sql.query<{ count: number }>(
    'select count(*)::int as count from projects',
  )
  return `${status}, ${row?.count} projects`
}
