export {
  type AccountAccess,
  type AccountOptions,
  type AccountRow,
  findAccount,
  findAccountByToken,
  getPaymentAccount,
  lockAccountForShare,
  openAccount,
  type PaymentAccount,
  setAccountState,
  webhookSecrets,
} from './account.ts'
export { deleteAccount, isOpen, putPaymentAccount } from './change-account.ts'
export { cardPaymentsOff, refusalOf } from './refusals.ts'
