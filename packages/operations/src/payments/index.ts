export { checkLedger, type LedgerDifference } from './check-ledger.ts'
export { type ManualPayment, payInvoice } from './pay-invoice.ts'
export {
  createPayLink,
  deletePayLink,
  findPayLink,
  getPayerView,
  type PayerView,
  type PayLinkOptions,
} from './pay-links.ts'
export {
  getPayment,
  listPayments,
  type Payment,
  type PaymentFilters,
  type PaymentRow,
} from './payments.ts'
export { failRefund, type RefundInput, refundPayment } from './refund-payment.ts'
export { listRefunds, type Refund } from './refunds.ts'
export { settleInvoice } from './settle.ts'
export { voidInvoice } from './void-invoice.ts'
