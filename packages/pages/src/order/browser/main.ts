// Without this script, the page shows the order's state when it was opened.

import { awaitPayment, isChanged, offerPrint } from '../../browser/await-payment.ts'

interface Order {
  status: string
  paidAmount: number
  isPaymentUnderWay: boolean
  paymentFailed: boolean
}

offerPrint()

/** Until a payment has been read, which takes two views if it was begun in the last seconds. */
const READ_MS = [3_000, 8_000, 20_000]

const main = document.querySelector<HTMLElement>('[data-state]')

function hasChanged({ status, paidAmount, isPaymentUnderWay, paymentFailed }: Order): boolean {
  return [status, paidAmount, isPaymentUnderWay, paymentFailed].join(' ') !== main?.dataset.state
}

async function reloadIfChanged(): Promise<void> {
  if (document.visibilityState === 'visible' && (await isChanged(hasChanged))) location.reload()
}

if (main?.hasAttribute('data-waits')) awaitPayment(hasChanged)

// Paid in another tab, or answered by the studio.
document.addEventListener('visibilitychange', reloadIfChanged)
// Back from the provider after a declined card: opening the page has the payment read.
if (main?.dataset.state?.startsWith('PAYMENT_DUE')) {
  for (const ms of READ_MS) setTimeout(reloadIfChanged, ms)
}
