import type {
  DeliveryContent,
  DisabledWebhookContent,
  InvitationContent,
  MailContent,
  PasswordResetContent,
  RevisionContent,
} from '@mediajobs/operations/mail-jobs'
import type { Letter } from './message.ts'
import { inSentence, oneLine, senderName, severalLines } from './safe-text.ts'
import { TEXTS } from './texts.ts'

/** Where the links of mails lead. */
interface MailLinks {
  /** The URL of a client delivery without `/` and its token. */
  deliveryBaseUrl: string
}

/** The mail about `content`. docs/contract.md#c14-mail */
export function writeLetter(content: MailContent, links: MailLinks): Letter {
  switch (content.kind) {
    case 'INVITATION':
      return invitation(content, links)
    case 'PASSWORD_RESET':
      return passwordReset(content, links)
    case 'DELIVERY':
      return delivery(content, links)
    case 'REVISION_REQUEST':
      return revision(content, links)
    case 'WEBHOOK_DISABLED':
      return disabledWebhook(content, links)
  }
}

const PLAIN = { greeting: null, quote: null, unsubscribeUrl: null } as const

function invitation({ sender, personName, token, expiresAt }: InvitationContent, links: MailLinks) {
  const texts = TEXTS.invitation
  return {
    ...PLAIN,
    senderName: senderName(sender.name),
    subject: texts.subject(oneLine(sender.name)),
    greeting: TEXTS.greeting(inSentence(personName)),
    paragraphs: [texts.body(inSentence(sender.name))],
    action: { label: texts.action, url: `${root(links)}invitations#token=${token}` },
    notes: [texts.expires(timeOf(expiresAt, sender)), texts.unexpected],
  }
}

function passwordReset({ sender, token }: PasswordResetContent, links: MailLinks) {
  const texts = TEXTS.passwordReset
  return {
    ...PLAIN,
    senderName: senderName(sender.name),
    subject: texts.subject,
    paragraphs: [texts.body],
    action: { label: texts.action, url: `${root(links)}password-resets#token=${token}` },
    notes: [texts.expires, texts.unexpected],
  }
}

function delivery(content: DeliveryContent, links: MailLinks) {
  const { sender, customerName, address, message, expiresAt, token, unsubscribeToken } = content
  const texts = TEXTS.delivery
  return {
    senderName: senderName(sender.name),
    subject: texts.subject(oneLine(address)),
    greeting: TEXTS.greeting(inSentence(customerName)),
    paragraphs: [texts.body(inSentence(sender.name), inSentence(address))],
    quote: severalLines(message),
    action: { label: texts.action, url: `${links.deliveryBaseUrl}/${token}` },
    notes: [...(expiresAt ? [texts.expires(timeOf(expiresAt, sender))] : []), texts.shared],
    unsubscribeUrl: `${root(links)}unsubscribe/${unsubscribeToken}`,
  }
}

function revision(content: RevisionContent, links: MailLinks) {
  const { sender, managerName, address, organizationId, projectId, round, itemCount } = content
  const texts = TEXTS.revision
  return {
    ...PLAIN,
    senderName: senderName(sender.name),
    subject: texts.subject(oneLine(address)),
    greeting: TEXTS.greeting(inSentence(managerName)),
    paragraphs: [texts.body(inSentence(address), round, itemCount)],
    quote: severalLines(content.comment),
    action: {
      label: texts.action,
      url: `${root(links)}app/${organizationId}/projects/${projectId}`,
    },
    notes: [texts.why],
  }
}

function disabledWebhook(content: DisabledWebhookContent, links: MailLinks) {
  const { sender, adminName, organizationId, subscriptionId, url, reason } = content
  const texts = TEXTS.disabledWebhook
  return {
    ...PLAIN,
    senderName: senderName(sender.name),
    subject: texts.subject,
    greeting: TEXTS.greeting(inSentence(adminName)),
    paragraphs: [texts.body(inSentence(url), reason), texts.next],
    action: {
      label: texts.action,
      url: `${root(links)}app/${organizationId}/developers/webhooks/${subscriptionId}`,
    },
    notes: [texts.why],
  }
}

/** The root of the service's pages, with a trailing slash: deliveries are below it. */
function root({ deliveryBaseUrl }: MailLinks): string {
  return new URL('.', deliveryBaseUrl).href
}

function timeOf(instant: string, { locale, timeZone }: MailContent['sender']): string {
  const format = new Intl.DateTimeFormat(locale ?? 'en', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timeZone ?? 'UTC',
  })
  return format.format(new Date(instant))
}
