// Mails as a dispatcher sees them: claimed, written, ended. ../mails.ts queues and lists them.
export {
  contentOf,
  type DeliveryContent,
  type DisabledWebhookContent,
  type InvitationContent,
  type MailContent,
  type MailSender,
  type PasswordResetContent,
  type RevisionContent,
} from './content.ts'
export { claimMail, endMail, type MailJob, postponeMail, queuePasswordResets } from './mail-job.ts'
