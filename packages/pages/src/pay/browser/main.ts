// Without this script, the banner keeps showing the payment's state at the time the page was opened.

import '../../browser/corrected.ts'
import { awaitPayment, offerPrint } from '../../browser/await-payment.ts'

interface Invoice {
  number: string
  balanceAmount: number
  payments: { status: string }[]
}

offerPrint()

const waiting = document.querySelector<HTMLElement>('[data-balance]')
if (waiting) {
  awaitPayment<Invoice>(({ number, balanceAmount, payments }) => {
    const isOnItsWay = payments.some(({ status }) => status === 'PROCESSING')
    const { number: shown, balance } = waiting.dataset
    return isOnItsWay || number !== shown || String(balanceAmount) !== balance
  })
}
