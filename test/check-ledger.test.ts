import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { moneyStudio } from '../apps/api/test/support/money-studio.ts'
import { runAdmin } from './support/admin.ts'

const service = await testApp(t)
const studio = await moneyStudio(service)
const { organizationId } = studio.org
const check = (...args: string[]) => runAdmin(['check-ledger', ...args], service.databaseUrl)

t.test(
  'check-ledger prints each difference, and exits with an error if any [c18-check]',
  async (t) => {
    const { id: customerId } = await studio.customer()
    const paid = await studio.sent({ customerId })
    await studio.call('POST', `/invoices/${paid.id}/pay`, { paymentAmount: 30_000 })
    const { body } = await studio.call('GET', `/payments?invoiceId=${paid.id}`)
    const [payment] = body.data
    await studio.call('POST', `/payments/${payment.id}/refunds`, { refundAmount: 6_000 })
    const part = await studio.sent({ customerId })
    await studio.call('POST', `/invoices/${part.id}/pay`, { paymentAmount: 10_000 })
    t.match(await check(), { code: 0, stdout: 'The ledger has no differences.\n' })
    const { sql } = service.store
    const wrong: [string, string, object][] = [
      [
        'invoices',
        `paid_amount = 24999 where id = '${paid.id}'`,
        { of: 'invoice', id: paid.id, field: 'paidAmount', expected: 25_000, found: 24_999 },
      ],
      [
        'invoices',
        `status = 'SENT' where id = '${paid.id}'`,
        { of: 'INVOICE_PAID', id: paid.id, field: 'events', expected: 0, found: 1 },
      ],
      [
        'invoices',
        `status = 'PAID', paid_at = now() where id = '${part.id}'`,
        { of: 'invoice', id: part.id, field: 'status', expected: 'SENT', found: 'PAID' },
      ],
      [
        'payments',
        `unapplied_amount = 1 where id = '${payment.id}'`,
        { of: 'payment', id: payment.id, field: 'unappliedAmount', found: 1 },
      ],
      [
        'payments',
        `refunded_amount = 1 where id = '${payment.id}'`,
        { of: 'payment', id: payment.id, field: 'refundedAmount', expected: 6_000, found: 1 },
      ],
    ]
    for (const [table, change, difference] of wrong) {
      await sql.queryOnce(`create table kept as select * from ${table}`)
      await sql.queryOnce(`update ${table} set ${change}`)
      const { code, stdout } = await check('--organization', organizationId, '--json')
      t.equal(code, 1, change)
      const found = JSON.parse(stdout) as object[]
      t.ok(
        found.some((each) => matches(each, { organizationId, ...difference })),
        `${change}: ${stdout}`,
      )
      const columns =
        table === 'invoices' ? 'paid_amount, status, paid_at' : 'unapplied_amount, refunded_amount'
      await sql.queryOnce(
        `update ${table} as now set (${columns}) = (select ${columns} from kept where kept.id = now.id)`,
      )
      await sql.queryOnce('drop table kept')
    }
    t.equal((await check('--organization', organizationId)).code, 0)
  },
)

t.test('payments that arrive during check-ledger are no differences [c18-check]', async (t) => {
  const { id: customerId } = await studio.customer()
  const { id } = await studio.sent({ customerId })
  let isChecking = true
  const paying = (async () => {
    while (isChecking) await studio.call('POST', `/invoices/${id}/pay`, { paymentAmount: 1 })
  })()
  const found = await Promise.all(Array.from({ length: 4 }, () => check()))
  isChecking = false
  await paying
  for (const { code, stdout } of found) {
    t.match({ code, stdout }, { code: 0, stdout: 'The ledger has no differences.\n' })
  }
})

function matches(found: object, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) => Reflect.get(found, name) === value)
}
