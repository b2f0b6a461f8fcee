// Mails for dispatchers, which claim, write and settle them. ../mails.ts queues and lists them.
export {
  contentOf,
  type DeliveryContent,
  type DisabledWebhookContent,
  type InvitationContent,
  type InvoiceContent,
  type MailContent,
  type PasswordResetContent,
  type PortalSignInContent,
  type RevisionContent,
} from './content.ts'
export type { LeadContent } from './lead-content.ts'
export {
  claimMail,
  endMail,
  type MailJob,
  postponeMail,
  queuePasswordResets,
  queuePortalSignIns,
} from './mail-job.ts'
export type {
  NewOrderContent,
  OrderChangedContent,
  OrderContent,
  RescheduleContent,
} from './order-content.ts'
export type { MailSender, MailStudio } from './parts.ts'
