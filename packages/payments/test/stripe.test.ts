import { randomUUID } from 'node:crypto'
import { startPayments } from '@mediajobs/local-engines'
import t from 'tap'
import { type CheckoutInput, openProvider, type PaymentProvider } from '../src/index.ts'
import { checkout, errorOf, faultOf } from './support/provider.ts'

const emulator = await startPayments()
t.teardown(() => emulator.stop())
const { secretKey } = emulator.addAccount('Harbor Photo')

function providerOf(key: string): PaymentProvider {
  return openProvider({ provider: 'STRIPE', secretKey: key, apiUrl: emulator.url })
}

const provider = providerOf(secretKey)

async function paid(over: Partial<CheckoutInput> = {}) {
  const { checkoutId } = await provider.createCheckout(checkout(over))
  emulator.pay(checkoutId)
  const read = () => provider.readPayment({ checkoutId, providerPaymentId: null })
  const { providerPaymentId } = await read()
  if (providerPaymentId === null) throw new Error('a paid session has a payment')
  return { checkoutId, providerPaymentId, read }
}

t.test('a repeated checkout returns the same page, and sends only our id', async (t) => {
  const input = checkout({ tipAmount: 500 })
  const [first, again] = await Promise.all([
    provider.createCheckout(input),
    provider.createCheckout(input),
  ])
  t.same(again, first)
  t.ok(first.url.startsWith(emulator.url))
  t.ok(Date.parse(first.expiresAt) >= Date.parse(input.createdAt) + 1_800_000)
  const session = emulator.session(first.checkoutId)
  t.match(session, { client_reference_id: input.paymentId, amount_total: 45_500, metadata: {} })
  const page = await (await fetch(first.url)).text()
  t.match(page, 'Invoice INV-000007')
  t.match(page, 'Tip')
})

t.test('a payment made on its page is read as received', async (t) => {
  const { checkoutId } = await provider.createCheckout(checkout())
  const read = () => provider.readPayment({ checkoutId, providerPaymentId: null })
  t.match(await read(), { status: 'PENDING', providerPaymentId: null, receivedAmount: 0 })
  emulator.decline(checkoutId)
  t.match(await read(), { status: 'PENDING', failureCode: 'generic_decline', receivedAmount: 0 })
  emulator.pay(checkoutId)
  t.match(await read(), {
    status: 'SUCCEEDED',
    providerPaymentId: /^pi_/,
    receivedAmount: 45_000,
    currency: 'USD',
    method: 'card',
    failureCode: null,
    livemode: false,
    refunds: [],
    disputedAmount: 0,
    lostAmount: 0,
  })
})

t.test('a debit is processed for days after its page, then succeeds or fails', async (t) => {
  for (const [outcome, status, receivedAmount] of [
    ['succeeded', 'SUCCEEDED', 45_000],
    ['failed', 'FAILED', 0],
  ] as const) {
    const { checkoutId } = await provider.createCheckout(checkout())
    const read = () => provider.readPayment({ checkoutId, providerPaymentId: null })
    emulator.pay(checkoutId, 'sepa_debit')
    t.match(await read(), { status: 'PROCESSING', method: 'sepa_debit', receivedAmount: 0 })
    emulator.settle(checkoutId, outcome)
    t.match(await read(), { status, receivedAmount })
  }
})

t.test("an expired page can't be paid, and one paid meanwhile keeps the money", async (t) => {
  const first = await provider.createCheckout(checkout())
  await provider.expireCheckout(first.checkoutId)
  await provider.expireCheckout(first.checkoutId)
  const read = (checkoutId: string) => provider.readPayment({ checkoutId, providerPaymentId: null })
  t.match(await read(first.checkoutId), { status: 'CANCELLED' })
  const second = await provider.createCheckout(checkout())
  emulator.payWhileExpiring(second.checkoutId)
  await provider.expireCheckout(second.checkoutId)
  t.match(await read(second.checkoutId), { status: 'SUCCEEDED', receivedAmount: 45_000 })
  t.equal(await faultOf(provider.expireCheckout('cs_test_none')), 'not_found')
})

t.test('a refund is made once, found on reading, and may fail later', async (t) => {
  const { providerPaymentId, read } = await paid()
  const input = { refundId: randomUUID(), providerPaymentId, amount: 5_000, currency: 'USD' }
  const refund = await provider.refund(input)
  t.match(refund, { refundId: input.refundId, amount: 5_000, status: 'SUCCEEDED' })
  t.same(await provider.refund(input), refund)
  emulator.refund(providerPaymentId, { amount: 1_000, reason: 'duplicate' })
  const found = (await read()).refunds
  t.match(found, [{ refundId: null, amount: 1_000, reason: 'duplicate' }, refund])
  emulator.settleRefund(refund.providerRefundId, 'failed')
  t.match((await read()).refunds, [{ status: 'SUCCEEDED' }, { status: 'FAILED' }])
  const tooMuch = { ...input, refundId: randomUUID(), amount: 45_000 }
  t.equal(await faultOf(provider.refund(tooMuch)), 'refused')
})

t.test('more refunds than fit on a page are all read', async (t) => {
  const { providerPaymentId, read } = await paid()
  for (let n = 0; n < 150; n += 1) emulator.refund(providerPaymentId, { amount: 1 })
  t.equal((await read()).refunds.length, 150)
})

t.test('an inquiry withholds no money, a dispute does, and only a lost one keeps it', async (t) => {
  const { providerPaymentId, read } = await paid()
  const { id } = emulator.dispute(providerPaymentId, { isInquiry: true })
  t.match(await read(), { disputedAmount: 0, lostAmount: 0 })
  emulator.moveDispute(id, 'needs_response')
  t.match(await read(), { disputedAmount: 45_000, lostAmount: 0 })
  emulator.moveDispute(id, 'lost')
  t.match(await read(), { disputedAmount: 0, lostAmount: 45_000 })
  const refund = { refundId: randomUUID(), providerPaymentId, amount: 100, currency: 'USD' }
  t.equal(await faultOf(provider.refund(refund)), 'refused')
  emulator.moveDispute(id, 'won')
  t.match(await read(), { status: 'SUCCEEDED', disputedAmount: 0, lostAmount: 0 })
})

t.test('an amount is received in the requested minor unit', async (t) => {
  for (const [currency, amount, received = amount] of [
    ['JPY', 5_000],
    ['ISK', 5_000],
    ['UGX', 5_000],
    ['HUF', 450_000],
    ['TWD', 5_000],
    ['MGA', 500_000],
    ['KWD', 5_120],
    // Stripe supports neither a third decimal nor the iraimbilanja.
    ['KWD', 5_124, 5_130],
    ['MGA', 500_001, 500_100],
    ['IDR', 999_999_999_999],
  ] as const) {
    const { read, providerPaymentId } = await paid({ currency, paymentAmount: amount })
    t.match(await read(), { currency, receivedAmount: received }, `${currency} ${amount}`)
    const refund = { refundId: randomUUID(), providerPaymentId, amount: received, currency }
    t.match(await provider.refund(refund), { amount: received }, `${currency} ${amount}`)
  }
})

t.test('an amount that Stripe cannot represent is not payable', async (t) => {
  for (const [currency, amount] of [
    ['USD', 100_000_000],
    ['USD', 49],
    ['ISK', 1_000_000],
    ['KWD', 99_999_999],
    ['IDR', 1_000_000_000_000],
    ['USD', Number.MAX_SAFE_INTEGER],
    ['XXQ', 5_000],
  ] as const) {
    const input = checkout({ currency, paymentAmount: amount })
    t.equal(await faultOf(provider.createCheckout(input)), 'amount_not_payable', currency)
  }
  const { providerPaymentId } = await paid({ currency: 'KWD', paymentAmount: 5_000 })
  const refund = { refundId: randomUUID(), providerPaymentId, amount: 1_234, currency: 'KWD' }
  t.equal(await faultOf(provider.refund(refund)), 'amount_not_payable')
})

t.test('a key names its account, and a refused one is not quoted', async (t) => {
  t.same(await provider.accountOf(), { name: 'Harbor Photo', livemode: false })
  const { accountId } = emulator.addAccount('Live')
  const live = emulator.addKey(accountId, { livemode: true })
  t.same(await providerOf(live).accountOf(), { name: 'Live', livemode: true })
  const restricted = emulator.addKey(accountId, { mayNot: ['account'] })
  t.same(await providerOf(restricted).accountOf(), { name: null, livemode: false })
  const poor = providerOf(emulator.addKey(accountId, { mayNot: ['checkout'] }))
  t.equal(await faultOf(poor.createCheckout(checkout())), 'key_refused')
  const gone = 'sk_test_gone1234567890'
  const refused = await errorOf(providerOf(gone).accountOf())
  t.equal(refused.fault, 'key_refused')
  t.notMatch(String(refused.stack), /sk_test|7890/)
  t.equal(refused.cause, undefined)
})

t.test('modes and accounts are isolated from each other', async (t) => {
  const { checkoutId, providerPaymentId } = await paid()
  const { accountId, secretKey: foreign } = emulator.addAccount('Other')
  const live = emulator.addKey(accountId, { livemode: true })
  for (const key of [foreign, live]) {
    const other = providerOf(key)
    t.equal(await faultOf(other.readPayment({ checkoutId, providerPaymentId: null })), 'not_found')
    t.equal(await faultOf(other.readPayment({ checkoutId: null, providerPaymentId })), 'not_found')
  }
  t.equal(
    await faultOf(provider.readPayment({ checkoutId: null, providerPaymentId: null })),
    'not_found',
  )
})

t.test('a lost response is requested again, without charging twice', async (t) => {
  const input = checkout()
  const before = emulator.sessions().length
  emulator.fail('lost-answers')
  t.equal(await faultOf(provider.createCheckout(input)), 'unreachable')
  emulator.fail('error')
  t.equal(await faultOf(provider.createCheckout(input)), 'unreachable')
  emulator.fail('hangup')
  t.equal(await faultOf(provider.createCheckout(input)), 'unreachable')
  emulator.fail(null)
  await provider.createCheckout(input)
  t.equal(emulator.sessions().length, before + 1)
})
