export { listMails, type Mail, type MailFilters } from './list-mails.ts'
export { getMailSubscription, type MailSubscription, unsubscribe } from './unsubscribe.ts'
