import { randomBytes, randomUUID } from 'node:crypto'
import { customers } from '@mediajobs/db/schema'
import { createCustomer, type FirstAnswer, findFirstAnswer } from '@mediajobs/operations'
import type { Store } from '@mediajobs/outbox'
import { eq } from 'drizzle-orm'
import t from 'tap'
import {
  AnsweredBefore,
  KeyedRequest,
  keyedRequests,
  keyedStore,
} from '../src/plugins/idempotency/keyed-request.ts'
import { testApp } from './support/app.ts'

// What a handler may do with the store while it has an Idempotency-Key.

const service = await testApp(t)
const { organizationId } = await service.createOrg()
const { sql } = service.store
const store = keyedStore(service.store)
const created: FirstAnswer = { status: 201, headers: {}, payload: '{"id":"1"}' }
const refused: FirstAnswer = { status: 409, headers: {}, payload: '{"code":"x"}' }

const newSlot = () => ({
  organizationId,
  credential: 'key:1',
  route: 'POST /x',
  key: randomUUID(),
  bodyHash: randomBytes(32),
})
const create = (name: string, on: Store = store) =>
  on.transaction((tx) => createCustomer(tx, organizationId, { name, email: `${name}@x.test` }))
const committed = (name: string) => sql.orm.$count(customers, eq(customers.name, name))

/** Runs `handler` as one that has the key `slot`, then gives `answer`. */
async function handle(
  handler: () => Promise<unknown>,
  answer: FirstAnswer | null,
  slot = newSlot(),
) {
  const keyed = new KeyedRequest(slot)
  const outcome = await keyedRequests.run(keyed, handler).catch((error: unknown) => error)
  await keyed.finish(sql, answer)
  return { slot, outcome }
}

t.test(
  'what was written is seen by the handler at once and by others with the answer',
  async (t) => {
    const { slot } = await handle(async () => {
      const { id } = await create('early')
      t.equal(await store.sql.orm.$count(customers, eq(customers.id, id)), 1)
      t.equal(await committed('early'), 0)
    }, created)
    t.equal(await committed('early'), 1)
    t.strictSame(await findFirstAnswer(sql, slot), created)
  },
)

t.test('an answer that is not kept leaves nothing of the change', async (t) => {
  const { slot } = await handle(() => create('undone'), null)
  t.equal(await committed('undone'), 0)
  t.equal(await findFirstAnswer(sql, slot), null)
})

t.test('a 409 is kept without what was written before it', async (t) => {
  const { slot } = await handle(() => create('half'), refused)
  t.equal(await committed('half'), 0)
  t.strictSame(await findFirstAnswer(sql, slot), refused)
})

t.test('a transaction commits when another one follows; the last has the answer', async (t) => {
  const { slot } = await handle(async () => {
    await create('step-1')
    await store.database.transaction((tx) => tx.query('select 1'))
    t.equal(await committed('step-1'), 1)
    await create('step-2')
    t.equal(await committed('step-2'), 0)
  }, created)
  t.equal(await committed('step-2'), 1)
  t.strictSame(await findFirstAnswer(sql, slot), created)
})

t.test('a failed transaction that the handler makes good does not stop it', async (t) => {
  await create('taken', service.store)
  const { slot } = await handle(async () => {
    await create('taken').catch(() => create('instead'))
  }, created)
  t.equal(await committed('instead'), 1)
  t.strictSame(await findFirstAnswer(sql, slot), created)
})

t.test('a handler that comes to its transaction late finds the first answer there', async (t) => {
  const { slot } = await handle(() => create('first'), created)
  const late = await handle(() => create('second'), null, slot)
  t.ok(late.outcome instanceof AnsweredBefore)
  t.equal(await committed('second'), 0)
})

t.test('while one runs another one is refused, and its refusal is not kept', async (t) => {
  const slot = newSlot()
  const keyed = new KeyedRequest(slot)
  await keyedRequests.run(keyed, () => create('running'))
  const { outcome } = await handle(() => create('too-soon'), refused, slot)
  t.match(outcome, { problem: { statusCode: 409, code: 'idempotency_in_progress' } })
  await keyed.finish(sql, created)
  t.strictSame(await findFirstAnswer(sql, slot), created)
  t.strictSame([await committed('running'), await committed('too-soon')], [1, 0])
})

t.test('a handler without a transaction has its answer kept', async (t) => {
  const { slot } = await handle(async () => {}, created)
  t.strictSame(await findFirstAnswer(sql, slot), created)
})
