import { openFixture } from '@mediajobs/dispatcher/testing'
import { checkLedger } from '@mediajobs/operations/payments'
import {
  type CardStudio,
  cardStudio,
  openCardApi,
  sessionIdOf,
} from '@mediajobs/testing/api/card-studio'
import { eventually } from '@mediajobs/testing/eventually'
import { prove } from './support/fault.ts'

const FULL_PAYMENTS = 1_000
const AT_ONCE = 20
const WAIT_MS = 600_000

await prove({
  id: 'F32',
  promise: "a payment provider's duplicate, late, lost or reordered events change no totals",
  rules: '[c18-hint, c18-poll]',
  target: `of ${FULL_PAYMENTS} payments, a third refunded in part: the right sums and one INVOICE_PAID each`,
  async run({ t, isFull }) {
    const fixture = await openFixture(t)
    const { api, emulator } = await openCardApi(t, { databaseUrl: fixture.databaseUrl })
    const studio = await cardStudio(api, emulator)
    for (let n = 0; n < 2; n += 1) await fixture.dispatch({ paymentsApiUrl: emulator.url })
    const invoices: Billed[] = []
    const count = isFull ? FULL_PAYMENTS : 40
    for (let made = 0; made < count; made += AT_ONCE) {
      const bills = await Promise.all(Array.from({ length: AT_ONCE }, () => studio.bill()))
      // Late and out of order, each twice or lost.
      emulator.events.script('held')
      for (const [n, { id, token }] of bills.entries()) {
        const { payment_intent } = emulator.pay(await openPage(studio, token))
        const refunded = n % 3 === 0 ? 4_000 : 0
        if (refunded > 0) emulator.refund(String(payment_intent), { amount: refunded })
        invoices.push({ id, refunded })
      }
      await emulator.events.release((held) =>
        [...held, ...held].filter(() => Math.random() > 0.4).sort(() => Math.random() - 0.5),
      )
    }
    // Payments without an event are read on schedule.
    await studio.ripen()
    let right = 0
    for (const invoice of invoices) if (await settles(studio, invoice)) right += 1
    const differences = await checkLedger(api.store.database, studio.org.organizationId)
    return {
      figure: `${count} payments: ${right} with the right sums and one INVOICE_PAID, ${differences.length} differences in the ledger`,
      isMet: right === count && differences.length === 0,
    }
  },
})

/** @returns the id of the page's session */
async function openPage(studio: CardStudio, token: string): Promise<string> {
  const { status, body } = await studio.checkout(token)
  if (status !== 200) throw new Error(`checkout: ${status} ${JSON.stringify(body)}`)
  return sessionIdOf(body.url)
}

interface Billed {
  id: string
  refunded: number
}

/** Waits for the right sums. @returns whether INVOICE_PAID fired once */
async function settles(studio: CardStudio, { id, refunded }: Billed): Promise<boolean> {
  await eventually(
    'the sums are right',
    async () => {
      const { paidAmount, refundedAmount, status } = await studio.invoice(id)
      return status === 'PAID' && paidAmount === 25_000 && refundedAmount === refunded
    },
    WAIT_MS,
  )
  const events = await studio.eventsOf(id)
  return events.filter((name) => name === 'INVOICE_PAID').length === 1
}
