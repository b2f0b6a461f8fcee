// Without this script, the page shows the order's state when it was opened.

import { awaitPayment, isChanged, offerPrint } from '../../browser/await-payment.ts'

interface Order {
  status: string
  paidAmount: number
  isPaymentUnderWay: boolean
}

offerPrint()

const main = document.querySelector<HTMLElement>('[data-state]')

function hasChanged({ status, paidAmount, isPaymentUnderWay }: Order): boolean {
  return [status, paidAmount, isPaymentUnderWay].join(' ') !== main?.dataset.state
}

if (main?.hasAttribute('data-waits')) awaitPayment(hasChanged)

// Paid in another tab, or answered by the studio.
document.addEventListener('visibilitychange', async () => {
  if (document.visibilityState === 'visible' && (await isChanged(hasChanged))) location.reload()
})
