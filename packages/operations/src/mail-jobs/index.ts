// Mails as a dispatcher sees them: it claims, writes and ends them. They are queued and listed in ../mails.
export { contentOf } from './content-of.ts'
export type {
  DeliveryContent,
  DisabledWebhookContent,
  InvitationContent,
  MailContent,
  MailSender,
  PasswordResetContent,
  RevisionContent,
} from './mail-content.ts'
export { claimMail, endMail, type MailJob, postponeMail } from './mail-job.ts'
export { queuePasswordResets } from './queue-password-resets.ts'
