export * from './bulk-imports.ts'
export * from './catalogue.ts'
export * from './client-deliveries.ts'
export {
  CHANGE_TIME,
  changeTime,
  EVENT_PROJECT,
  IS_HELD,
  IS_NOT_SUCCEEDED,
  IS_UNDECIDED,
  IS_UNFINISHED,
  IS_UNMATCHED,
  IS_UNSUCCESSFUL,
  IS_WAITING,
} from './columns.ts'
export * from './credentials.ts'
export * from './customer-groups.ts'
export * from './customers.ts'
export * from './invoices.ts'
export * from './mails.ts'
export * from './media.ts'
export * from './moves.ts'
export * from './orders.ts'
export * from './organizations.ts'
export * from './payments.ts'
export * from './projects.ts'
export * from './requests.ts'
export * from './visits.ts'
export * from './webhooks.ts'
export * from './websites.ts'
