import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { moneyStudio } from './support/money-studio.ts'

// docs/contract.md#c11-maintained-lists: currencies come from ISO 4217's maintained list of current ones.

const WITHDRAWN = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']
const CURRENT = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED', 'XCG', 'ZWG']
const REFUSED = { status: 400, body: { message: [/^currency must be a current ISO 4217 /] } }

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call } = studio

t.test(
  'a new record accepts any current ISO 4217 currency, and no withdrawn one [c11-maintained-lists]',
  async (t) => {
    for (const currency of CURRENT) {
      const offer = await call('POST', '/packages', { name: 'Gold', priceAmount: 100, currency })
      t.match(offer, { status: 201, body: { currency } }, currency)
    }
    for (const currency of [...WITHDRAWN, 'usd', 'AAA']) {
      const offer = await call('POST', '/packages', { name: 'Gold', priceAmount: 100, currency })
      const message = ['currency must be an ISO 4217 currency code, like USD']
      t.match(offer, { status: 400, body: { message } }, currency)
    }
  },
)

t.test('a record keeps its withdrawn currency, but no other record can be given it', async (t) => {
  const offer = { name: 'Gold', priceAmount: 100, currency: 'EUR' }
  const invoice = {
    customerId: (await studio.customer()).id,
    currency: 'EUR',
    lineItems: [{ description: 'Shoot', quantity: 1, unitAmount: 100 }],
  }
  const discount = (code: string) => ({ code, discountAmount: 100, currency: 'EUR' })
  const cases: [string, object, object, object][] = [
    ['packages', offer, offer, { name: 'Silver' }],
    ['add-ons', offer, offer, { name: 'Silver' }],
    ['discounts', discount('OLD'), discount('NEW'), { code: 'OLDER' }],
    ['invoices', invoice, invoice, { notes: 'paid in cash' }],
  ]
  for (const [path, first, second, change] of cases) {
    const { body: kept } = await call('POST', `/${path}`, first)
    const { body: other } = await call('POST', `/${path}`, second)
    const table = path.replace('-', '_')
    await service.store.sql.queryOnce(`update ${table} set currency = 'HRK' where id = $1`, [
      kept.id,
    ])
    const { body: read } = await call('GET', `/${path}/${kept.id}`)
    t.equal(read.currency, 'HRK', path)
    const roundTrip = { ...change, currency: read.currency }
    const changed = await call('PATCH', `/${path}/${kept.id}`, roundTrip)
    t.match(changed, { status: 200, body: { ...change, currency: 'HRK' } }, path)
    t.match(await call('PATCH', `/${path}/${other.id}`, { currency: 'HRK' }), REFUSED, path)
    t.equal((await call('PATCH', `/${path}/${other.id}`, { currency: 'kuna' })).status, 400, path)
  }
})
