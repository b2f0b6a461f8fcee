import { randomBytes, randomUUID } from 'node:crypto'
import { customers } from '@mediajobs/db/schema'
import { createCustomer } from '@mediajobs/operations/customers'
import { findStoredResponse, type StoredResponse } from '@mediajobs/operations/idempotency'
import { testApp } from '@mediajobs/testing/api/app'
import { eq } from 'drizzle-orm'
import t from 'tap'
import type { RequestStore } from '../src/fair-shares/fair-store.ts'
import {
  IdempotentRequest,
  RespondedBefore,
} from '../src/plugins/idempotency/idempotent-request.ts'

// What a handler may do with the store of a request that has an Idempotency-Key.

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

/** Runs `handler` on the store of a request with `key`, then gives `response`. */
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
  'what was written is seen by the handler at once and by others with the answer',
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

t.test('an answer that is not kept leaves nothing of the change', async (t) => {
  const { key } = await handle((store) => create(store, 'undone'), null)
  t.equal(await committed('undone'), 0)
  t.equal(await findStoredResponse(sql, key), null)
})

t.test('a 409 is kept without what was written before it', async (t) => {
  const { key } = await handle((store) => create(store, 'half'), refused)
  t.equal(await committed('half'), 0)
  t.strictSame(await findStoredResponse(sql, key), refused)
})

t.test('a transaction commits when another one follows; the last has the answer', async (t) => {
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

t.test('a failed transaction that the handler makes good does not stop it', async (t) => {
  await create(service.store, 'taken')
  const { key } = await handle(async (store) => {
    await create(store, 'taken').catch(() => create(store, 'instead'))
  }, created)
  t.equal(await committed('instead'), 1)
  t.strictSame(await findStoredResponse(sql, key), created)
})

t.test('a handler that comes to its transaction late finds the first answer there', async (t) => {
  const { key } = await handle((store) => create(store, 'first'), created)
  const late = await handle((store) => create(store, 'second'), null, key)
  t.ok(late.outcome instanceof RespondedBefore)
  t.equal(await committed('second'), 0)
})

t.test('while one runs another one is refused, and its refusal is not kept', async (t) => {
  const key = newKey()
  const running = new IdempotentRequest(service.store, key)
  await create(running, 'running')
  const { outcome } = await handle((store) => create(store, 'too-soon'), refused, key)
  t.match(outcome, { problem: { statusCode: 409, code: 'idempotency_in_progress' } })
  await running.finish(created)
  t.strictSame(await findStoredResponse(sql, key), created)
  t.strictSame([await committed('running'), await committed('too-soon')], [1, 0])
})

t.test('a handler without a transaction has its answer kept', async (t) => {
  const { key } = await handle(async () => {}, created)
  t.strictSame(await findStoredResponse(sql, key), created)
})
