// Without this script, the page keeps showing the order's state at the time it was opened.

import { awaitPayment, isChanged, offerPrint } from '../../browser/await-payment.ts'

interface Order {
  status: string
  paidAmount: number
  isPaymentUnderWay: boolean
  paymentFailed: boolean
}

offerPrint()

/**
 * Delays of checks, in milliseconds. A check makes the api read the payment, at most every four seconds; a later check
 * sees the result.
 */
const READ_MS = [3_000, 8_000, 20_000]

const main = document.querySelector<HTMLElement>('[data-state]')

function hasChanged({ status, paidAmount, isPaymentUnderWay, paymentFailed }: Order): boolean {
  return [status, paidAmount, isPaymentUnderWay, paymentFailed].join(' ') !== main?.dataset.state
}

async function reloadIfChanged(): Promise<void> {
  if (document.visibilityState === 'visible' && (await isChanged(hasChanged))) location.reload()
}

if (main?.hasAttribute('data-waits')) awaitPayment(hasChanged)

// The order may have been paid in another tab or answered by the studio.
document.addEventListener('visibilitychange', reloadIfChanged)
// Perhaps back from the provider after a declined card: opening the page makes the api read the payment.
if (main?.dataset.state?.startsWith('PAYMENT_DUE')) {
  for (const ms of READ_MS) setTimeout(reloadIfChanged, ms)
}
