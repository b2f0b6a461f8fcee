import { idempotencyKeys } from '@mediajobs/db/schema'
import { sharedApp } from '@mediajobs/testing/api/app'
import { type Document, operationsOf } from '@mediajobs/testing/api/document'
import { and, eq, like } from 'drizzle-orm'
import t from 'tap'
import { connectAgent } from '../support/agent.ts'

const service = await sharedApp()
const org = await service.createOrg()
const operations = operationsOf(service.app.openApi() as unknown as Document)
const rest = (method: string, path: string, body?: unknown) => org.call(method, path, body)

const agentOf = async (key: string) => {
  const agent = await connectAgent(service.url, { 'x-api-key': key }, '?tools=all')
  t.teardown(() => agent.close())
  return agent
}
const agent = await agentOf(org.key)
const newCustomer = async () =>
  (await rest('POST', '/customers', { name: 'C', email: `${crypto.randomUUID()}@mcp.test` })).body
    .id

const REFUSED = { isError: true, body: { statusCode: 409, code: 'confirmation_refused' } }

// Events that involve mail or money, or words for either.
const MAIL_OR_MONEY =
  /Fires [^.]*\b(INVOICE_(SENT|PAID|VOIDED)|PROJECT_DELIVERED|PAYMENT_\w+|ORDER_\w+)|\b(mails?|refunds)\b/

t.test('tools that delete, send mail or move money are marked destructive [c24-ask]', async (t) => {
  const marked = new Map(
    (await agent.tools()).map(({ name, annotations }) => [name, annotations?.destructiveHint]),
  )
  for (const { method, operation } of operations) {
    const { operationId: id, description = '' } = operation
    if (method === 'GET' || !marked.has(id)) continue
    if (method === 'DELETE' || MAIL_OR_MONEY.test(description)) t.equal(marked.get(id), true, id)
  }
  for (const id of [
    'changeProjectStatus',
    'sendInvoice',
    'refundPayment',
    'createUser',
    'inviteUserAgain',
  ])
    t.equal(marked.get(id), true, id)
  for (const id of ['createProject', 'updateCustomer', 'quotePrice'])
    t.equal(marked.get(id), false, id)
})

t.test(
  'a call is first described, with its record, and executed once confirmed [c24-ask]',
  async (t) => {
    const id = await newCustomer()
    const asked = await agent.call('deleteCustomer', { id })
    t.notOk(asked.isError)
    t.match(asked.body, {
      done: false,
      wouldDo: 'Delete a customer',
      because: ['deletes'],
      record: { id },
      confirm: /^\w{43}$/,
    })
    t.equal((await rest('GET', `/customers/${id}`)).status, 200, 'nothing happened')
    const done = await agent.call('deleteCustomer', { id, confirm: asked.body.confirm })
    t.match(done, { isError: false, text: 'Done.' })
    t.equal((await rest('GET', `/customers/${id}`)).status, 404)
  },
)

t.test('no destructive tool does anything until confirmed [c24-ask]', async (t) => {
  const invoice = {
    customerId: await newCustomer(),
    currency: 'USD',
    lineItems: [{ description: 'A', quantity: 1, unitAmount: 1 }],
  }
  const { id } = (await rest('POST', '/invoices', invoice)).body
  const { version } = (await rest('GET', `/invoices/${id}`)).body
  for (const name of ['sendInvoice', 'voidInvoice']) {
    t.match((await agent.call(name, { id })).body, { done: false, record: { id, status: 'DRAFT' } })
  }
  t.match((await rest('GET', `/invoices/${id}`)).body, { status: 'DRAFT', version })
  const users = (await rest('GET', '/users')).body.data.length
  const person = { email: 'new@mcp.test', name: 'New', role: 'EDITOR' }
  t.match((await agent.call('createUser', { body: person })).body, { because: ['may send mail'] })
  t.equal((await rest('GET', '/users')).body.data.length, users)
})

t.test('an invalid call is refused without asking for confirmation [c24-ask]', async (t) => {
  const { isError, body } = await agent.call('createUser', { body: { email: 'no' } })
  t.match({ isError, body }, { isError: true, body: { code: 'invalid_request' } })
})

t.test('a confirmation is valid only for its arguments, in any order [c24-confirm]', async (t) => {
  const [one, two] = [await newCustomer(), await newCustomer()]
  const { confirm } = (await agent.call('deleteCustomer', { id: one })).body
  t.match(await agent.call('deleteCustomer', { id: two, confirm }), REFUSED)
  t.match(await agent.call('deleteCustomer', { id: one, ifMatch: '"1"', confirm }), REFUSED)
  t.match(await agent.call('archivePackage', { id: one, confirm }), REFUSED)
  t.equal((await rest('GET', `/customers/${two}`)).status, 200)
  t.notOk((await agent.call('deleteCustomer', { confirm, id: one })).isError)
})

t.test('a confirmation works once, even if sent concurrently [c24-confirm]', async (t) => {
  const id = await newCustomer()
  const { confirm } = (await agent.call('deleteCustomer', { id })).body
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => agent.call('deleteCustomer', { id, confirm })),
  )
  t.equal(answers.filter(({ isError }) => !isError).length, 1)
  for (const answer of answers) if (answer.isError) t.match(answer, REFUSED)
  t.match(await agent.call('deleteCustomer', { id, confirm }), REFUSED)
})

t.test('a confirmation is valid only for its key, for five minutes [c24-confirm]', async (t) => {
  const id = await newCustomer()
  const other = await agentOf(await org.keyWith('ADMIN'))
  const { confirm } = (await agent.call('deleteCustomer', { id })).body
  t.match(await other.call('deleteCustomer', { id, confirm }), REFUSED)
  t.match(await agent.call('deleteCustomer', { id, confirm: 'made-up' }), REFUSED)
  t.match(await agent.call('deleteCustomer', { id, confirm: 7 }), {
    body: { fields: [{ path: 'confirm' }] },
  })
  const isAsked = and(
    eq(idempotencyKeys.organizationId, org.organizationId),
    like(idempotencyKeys.route, 'confirm %'),
  )
  const kept = await service.store.sql.orm.select().from(idempotencyKeys).where(isAsked)
  t.notOk(JSON.stringify(kept).includes(confirm), 'stored as a hash')
  const createdAt = new Date(Date.now() - 301_000).toISOString()
  await service.store.sql.orm.update(idempotencyKeys).set({ createdAt }).where(isAsked)
  t.match(await agent.call('deleteCustomer', { id, confirm }), REFUSED)
  t.equal((await rest('GET', `/customers/${id}`)).status, 200)
})
