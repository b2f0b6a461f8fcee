export {
  type AccountAccess,
  type AccountOptions,
  findAccount,
  findAccountByToken,
  getPaymentAccount,
  lockAccountForShare,
  openAccount,
  type PaymentAccount,
  setAccountState,
} from './account.ts'
export { deleteAccount, putPaymentAccount } from './change-account.ts'
export { isOpen } from './open-payments.ts'
export { cardPaymentsOff, refusalOf } from './refusals.ts'
export { type AccountRow, webhookSecrets } from './secrets.ts'
