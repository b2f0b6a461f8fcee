import { languageOfLocale, localeIn } from '@mediajobs/domain'
import { CLIENT_TEXTS, TEXTS } from '@mediajobs/domain/mail-texts'
import type {
  DeliveryContent,
  DisabledWebhookContent,
  InvitationContent,
  InvoiceContent,
  LeadContent,
  MailContent,
  PasswordResetContent,
  PortalSignInContent,
  RevisionContent,
} from '@mediajobs/operations/mail-jobs'
import {
  inSentence,
  type Letter,
  type MailLinks,
  moneyOf,
  oneLine,
  portalUrl,
  root,
  senderName,
  severalLines,
  signatureOf,
  timeOf,
} from './letter-words.ts'
import {
  newOrderLetter,
  orderChangedLetter,
  orderLetter,
  rescheduleLetter,
} from './order-letter.ts'

/** The mail about `content`. docs/contract.md#c14-mail */
export function writeLetter(content: MailContent, links: MailLinks): Letter {
  switch (content.kind) {
    case 'INVITATION':
      return invitation(content, links)
    case 'PASSWORD_RESET':
      return passwordReset(content, links)
    case 'PORTAL_SIGN_IN':
      return portalSignIn(content, links)
    case 'DELIVERY':
      return delivery(content, links)
    case 'INVOICE':
    case 'RECEIPT':
      return invoice(content, links)
    case 'RESCHEDULE':
      return rescheduleLetter(content, links)
    case 'REVISION_REQUEST':
      return revision(content, links)
    case 'WEBHOOK_DISABLED':
      return disabledWebhook(content, links)
    case 'ORDER_REQUESTED':
    case 'ORDER_CONFIRMED':
    case 'ORDER_DECLINED':
    case 'ORDER_CANCELLED':
      return orderLetter(content, links)
    case 'NEW_LEAD':
      return lead(content, links)
    case 'NEW_ORDER':
      return newOrderLetter(content, links)
    case 'ORDER_CHANGED':
      return orderChangedLetter(content, links)
  }
}

const PLAIN = {
  language: 'en',
  greeting: null,
  quote: null,
  signature: null,
  unsubscribeUrl: null,
} as const

function invitation({ sender, personName, token, expiresAt }: InvitationContent, links: MailLinks) {
  const texts = TEXTS.invitation
  return {
    ...PLAIN,
    senderName: senderName(sender.name),
    subject: texts.subject(oneLine(sender.name)),
    greeting: TEXTS.greeting(inSentence(personName)),
    paragraphs: [texts.body(inSentence(sender.name))],
    action: { label: texts.action, url: `${root(links)}invitations#token=${token}` },
    notes: [texts.expires(timeOf(expiresAt, sender.locale ?? 'en', sender)), texts.unexpected],
  }
}

function passwordReset({ sender, token }: PasswordResetContent, links: MailLinks) {
  const language = languageOfLocale(sender.locale)
  const texts = CLIENT_TEXTS[language].passwordReset
  return {
    ...PLAIN,
    language,
    senderName: senderName(sender.name),
    subject: texts.subject,
    paragraphs: [texts.body],
    action: { label: texts.action, url: `${root(links)}password-resets#token=${token}` },
    notes: [texts.expires, texts.unexpected],
  }
}

function portalSignIn(content: PortalSignInContent, links: MailLinks) {
  const { sender, customerName, token } = content
  const language = content.customerLanguage ?? languageOfLocale(sender.locale)
  const { greeting, portalSignIn: texts } = CLIENT_TEXTS[language]
  return {
    language,
    senderName: senderName(sender.name),
    subject: texts.subject(oneLine(sender.name)),
    greeting: greeting(inSentence(customerName)),
    paragraphs: [texts.body(inSentence(sender.name))],
    quote: null,
    action: { label: texts.action, url: `${portalUrl(links)}/sign-in/${token}` },
    signature: signatureOf(content.studio),
    notes: [texts.expires, texts.unexpected],
    unsubscribeUrl: null,
  }
}

function delivery(content: DeliveryContent, links: MailLinks) {
  const { sender, customerName, address, message, expiresAt, owed, token, unsubscribeToken } =
    content
  const language = content.customerLanguage ?? languageOfLocale(sender.locale)
  const { greeting, delivery: texts, lockedDelivery } = CLIENT_TEXTS[language]
  const locale = localeIn(language, sender.locale)
  const amount = owed && moneyOf(owed.amount, owed.currency, locale)
  const [studioName, place] = [inSentence(sender.name), inSentence(address)]
  const kind = amount ? lockedDelivery : texts
  const { subject, body } = content.isUpdate ? kind.updated : kind
  return {
    language,
    senderName: senderName(sender.name),
    subject: subject(oneLine(address)),
    greeting: greeting(inSentence(customerName)),
    paragraphs: [body(studioName, place), ...(amount ? [lockedDelivery.pay(amount)] : [])],
    quote: severalLines(message),
    action: {
      label: amount ? lockedDelivery.action(amount) : texts.action,
      url: `${links.deliveryBaseUrl}/${token}`,
    },
    signature: signatureOf(content.studio),
    notes: [...(expiresAt ? [texts.expires(timeOf(expiresAt, locale, sender))] : []), texts.shared],
    unsubscribeUrl: `${root(links)}unsubscribe/${unsubscribeToken}`,
    portalUrl: portalUrl(links),
  }
}

function invoice(content: InvoiceContent, links: MailLinks) {
  const { sender, customerName, address, number, currency, dueDate, paidAt } = content
  const language = content.customerLanguage ?? languageOfLocale(sender.locale)
  const texts = CLIENT_TEXTS[language]
  const locale = localeIn(language, sender.locale)
  const amount = moneyOf(content.amount, currency, locale)
  const day = (instant: string, timeZone = sender.timeZone ?? 'UTC') =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(instant))
  const studioName = inSentence(sender.name)
  const isFree = content.amount === 0
  const words =
    paidAt === null
      ? {
          subject: texts.invoice.subject(number, oneLine(sender.name)),
          paragraphs: [
            texts.invoice.body(number, amount, inSentence(address)),
            // A calendar day, the same in every time zone.
            ...(dueDate ? [texts.invoice.due(day(`${dueDate}T12:00:00Z`, 'UTC'))] : []),
          ],
          label: isFree ? texts.receipt.action : texts.invoice.action(amount),
          note: isFree ? texts.receipt.shared : texts.invoice.shared,
        }
      : {
          subject: texts.receipt.subject(number),
          paragraphs: [texts.receipt.body(studioName, amount, day(paidAt))],
          label: texts.receipt.action,
          note: texts.receipt.shared,
        }
  return {
    language,
    senderName: senderName(sender.name),
    subject: words.subject,
    greeting: texts.greeting(inSentence(customerName)),
    paragraphs: words.paragraphs,
    quote: null,
    action: { label: words.label, url: `${root(links)}pay/${content.token}` },
    signature: signatureOf(content.studio),
    notes: [words.note],
    unsubscribeUrl: `${root(links)}unsubscribe/${content.unsubscribeToken}`,
    portalUrl: portalUrl(links),
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

/** A contact need not be a user, so the mail links only to the public website. */
function lead(content: LeadContent, links: MailLinks) {
  const { sender, contactName, name, email, phone, message, publicId } = content
  const language = languageOfLocale(sender.locale)
  const { greeting, lead: texts } = CLIENT_TEXTS[language]
  return {
    ...PLAIN,
    language,
    senderName: senderName(sender.name),
    subject: texts.subject(oneLine(content.address)),
    greeting: contactName === null ? null : greeting(inSentence(contactName)),
    paragraphs: [
      texts.body(inSentence(name), inSentence(content.address)),
      ...[email, phone].flatMap((each) => (each === null ? [] : oneLine(each))),
    ],
    quote: severalLines(message),
    action: { label: texts.action, url: `${root(links)}sites/${publicId}` },
    notes: [texts.why(inSentence(sender.name))],
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
