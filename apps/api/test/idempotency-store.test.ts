import { randomBytes, randomUUID } from 'node:crypto'
import { customers } from '@mediajobs/db/schema'
import { createCustomer } from '@mediajobs/operations/customers'
import { findStoredResponse, type StoredResponse } from '@mediajobs/operations/idempotency'
import { testApp } from '@mediajobs/testing/api/app'
import { eq } from 'drizzle-orm'
import t from 'tap'
import type { RequestStore } from '../src/plugins/fair-shares/fair-store.ts'
import {
  IdempotentRequest,
  RespondedBefore,
} from '../src/plugins/idempotency/idempotent-request.ts'

// The store of a request with an Idempotency-Key, as a handler uses it.

const service = await testApp(t)
const { organizationId } = await service.createOrg()
const { sql } = service.store
const created: StoredResponse = { status: 201, headers: {}, payload: '{"id":"1"}' }
const refused: StoredResponse = { status: 409, headers: {}, payload: '{"code":"x"}' }

const newKey = () => ({
  organizationId,
  credential: 'key:1',
  route: 'POST /x',
  key: randomUUID(),
  bodyHash: randomBytes(32),
})
const create = (on: RequestStore, name: string) =>
  on.transaction((tx) => createCustomer(tx, organizationId, { name, email: `${name}@x.test` }))
const committed = (name: string) => sql.orm.$count(customers, eq(customers.name, name))

/** Runs `handler` on the store of a request with `key`, then finishes the request with `response`. */
async function handle(
  handler: (store: RequestStore) => Promise<unknown>,
  response: StoredResponse | null,
  key = newKey(),
) {
  const request = new IdempotentRequest(service.store, key)
  const outcome = await handler(request).catch((error: unknown) => error)
  await request.finish(response)
  return { key, outcome }
}

t.test(
  'a change is visible to its handler immediately, to others once the response is stored',
  async (t) => {
    const { key } = await handle(async (store) => {
      const { id } = await create(store, 'early')
      t.equal(await store.sql.orm.$count(customers, eq(customers.id, id)), 1)
      t.equal(await committed('early'), 0)
    }, created)
    t.equal(await committed('early'), 1)
    t.strictSame(await findStoredResponse(sql, key), created)
  },
)

t.test("a response that isn't stored rolls back the change", async (t) => {
  const { key } = await handle((store) => create(store, 'undone'), null)
  t.equal(await committed('undone'), 0)
  t.equal(await findStoredResponse(sql, key), null)
})

t.test('a 409 is stored, and earlier writes are rolled back', async (t) => {
  const { key } = await handle((store) => create(store, 'half'), refused)
  t.equal(await committed('half'), 0)
  t.strictSame(await findStoredResponse(sql, key), refused)
})

t.test('a transaction commits when the next begins; the last stores the response', async (t) => {
  const { key } = await handle(async (store) => {
    await create(store, 'step-1')
    await store.transaction((tx) => tx.query('select 1'))
    t.equal(await committed('step-1'), 1)
    await create(store, 'step-2')
    t.equal(await committed('step-2'), 0)
  }, created)
  t.equal(await committed('step-2'), 1)
  t.strictSame(await findStoredResponse(sql, key), created)
})

t.test('a handler can recover from a failed transaction', async (t) => {
  await create(service.store, 'taken')
  const { key } = await handle(async (store) => {
    await create(store, 'taken').catch(() => create(store, 'instead'))
  }, created)
  t.equal(await committed('instead'), 1)
  t.strictSame(await findStoredResponse(sql, key), created)
})

t.test('a transaction that begins after the first response finds that response', async (t) => {
  const { key } = await handle((store) => create(store, 'first'), created)
  const late = await handle((store) => create(store, 'second'), null, key)
  t.ok(late.outcome instanceof RespondedBefore)
  t.equal(await committed('second'), 0)
})

t.test(
  'a repeat during the first request is refused, and the refusal is not stored [c1-idempotency-running]',
  async (t) => {
    const key = newKey()
    const running = new IdempotentRequest(service.store, key)
    await create(running, 'running')
    const { outcome } = await handle((store) => create(store, 'too-soon'), refused, key)
    t.match(outcome, { problem: { statusCode: 409, code: 'idempotency_in_progress' } })
    await running.finish(created)
    t.strictSame(await findStoredResponse(sql, key), created)
    t.strictSame([await committed('running'), await committed('too-soon')], [1, 0])
  },
)

t.test('the response of a handler without a transaction is stored', async (t) => {
  const { key } = await handle(async () => {}, created)
  t.strictSame(await findStoredResponse(sql, key), created)
})
