import { type Language, languageOfLocale, localeIn } from '@mediajobs/domain'
import { CLIENT_TEXTS, TEXTS } from '@mediajobs/domain/mail-texts'
import type {
  NewOrderContent,
  OrderChangedContent,
  OrderContent,
  RescheduleContent,
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

/** Tells the client about their order, with a link to its page. */
export function orderLetter(content: OrderContent, links: MailLinks): Letter {
  const { sender, customerName, token } = content
  const language = content.customerLanguage ?? languageOfLocale(sender.locale)
  const { greeting, order: texts } = CLIENT_TEXTS[language]
  const locale = localeIn(language, sender.locale)
  const studio = inSentence(sender.name)
  const place = placeOf(content, language)
  const { subject, body } = wordsOf(content, language)
  return {
    language,
    senderName: senderName(sender.name),
    subject,
    greeting: greeting(inSentence(customerName)),
    paragraphs: [body(studio, place), ...amountsOf(content, language, locale)],
    quote: severalLines(content.reason),
    action: { label: texts.action, url: `${root(links)}orders/${token}` },
    signature: signatureOf(content.studio),
    notes: [texts.shared],
    unsubscribeUrl:
      content.unsubscribeToken && `${root(links)}unsubscribe/${content.unsubscribeToken}`,
    ...(content.unsubscribeToken && { portalUrl: portalUrl(links) }),
  }
}

function wordsOf({ kind, orderConflict, sender, address }: OrderContent, language: Language) {
  const { order: texts } = CLIENT_TEXTS[language]
  const studio = oneLine(sender.name)
  switch (kind) {
    case 'ORDER_REQUESTED':
      return { subject: texts.requested.subject(studio), body: texts.requested.body }
    case 'ORDER_DECLINED':
      return { subject: texts.declined.subject(studio), body: texts.declined.body }
    case 'ORDER_CANCELLED':
      return { subject: texts.cancelled.subject(oneLine(address)), body: texts.cancelled.body }
    case 'ORDER_CONFIRMED': {
      const { subject, body } = orderConflict ? texts.conflict : texts.confirmed
      return { subject: subject(oneLine(address)), body }
    }
  }
}

/** The refund if the order has ended, otherwise its price and payments. */
function amountsOf(content: OrderContent, language: Language, locale: string): string[] {
  const { kind, totalAmount, paidAmount, refundedAmount, currency } = content
  const { order: texts } = CLIENT_TEXTS[language]
  const money = (amount: number) => moneyOf(amount, currency, locale)
  if (kind !== 'ORDER_CANCELLED' && kind !== 'ORDER_DECLINED') {
    return [texts.amounts(money(totalAmount), money(paidAmount))]
  }
  const { refunded } = kind === 'ORDER_CANCELLED' ? texts.cancelled : texts.declined
  return refundedAmount > 0 ? [refunded(money(refundedAmount))] : []
}

/** Tells those who manage the organization about an order. */
export function newOrderLetter(content: NewOrderContent, links: MailLinks): Letter {
  const { sender, personName, customerName, orderConflict, organizationId, projectId } = content
  const texts = TEXTS.newOrder
  const locale = localeIn('en', sender.locale)
  const money = (amount: number) => moneyOf(amount, content.currency, locale)
  const outcome = orderConflict ? 'conflict' : projectId === null ? 'requested' : 'confirmed'
  const path = projectId === null ? `orders/${content.orderId}` : `projects/${projectId}`
  return {
    language: 'en',
    senderName: senderName(sender.name),
    subject: texts[outcome](oneLine(customerName)),
    greeting: TEXTS.greeting(inSentence(personName)),
    paragraphs: [
      texts.body(inSentence(customerName), placeOf(content, 'en')),
      TEXTS.order.amounts(money(content.totalAmount), money(content.paidAmount)),
      ...(orderConflict ? [texts.taken] : []),
    ],
    quote: null,
    action: { label: texts.action, url: `${root(links)}app/${organizationId}/${path}` },
    signature: null,
    notes: [texts.why],
    unsubscribeUrl: null,
  }
}

/** Tells those who manage the organization what a client changed. */
export function orderChangedLetter(content: OrderChangedContent, links: MailLinks): Letter {
  const { sender, personName, customerName, organizationId, projectId, move } = content
  const texts = TEXTS.orderChanged
  return {
    language: 'en',
    senderName: senderName(sender.name),
    subject: texts[move ? 'moved' : 'cancelled'].subject(oneLine(customerName)),
    greeting: TEXTS.greeting(inSentence(personName)),
    paragraphs: move ? movedWords(content, move) : cancelledWords(content),
    quote: null,
    action: {
      label: texts.action,
      url: `${root(links)}app/${organizationId}/projects/${projectId}`,
    },
    signature: null,
    notes: [TEXTS.newOrder.why],
    unsubscribeUrl: null,
  }
}

function movedWords(
  { sender, customerName, address, startsAt }: OrderChangedContent,
  { previousTime, feeAmount, currency }: NonNullable<OrderChangedContent['move']>,
): string[] {
  const { moved } = TEXTS.orderChanged
  const locale = localeIn('en', sender.locale)
  const at = (time: string) => timeOf(time, locale, sender)
  return [
    moved.body(inSentence(customerName), inSentence(address), at(previousTime)),
    ...(startsAt === null ? [] : [TEXTS.reschedule.now(at(startsAt))]),
    ...(feeAmount > 0 && currency ? [moved.fee(moneyOf(feeAmount, currency, locale))] : []),
  ]
}

function cancelledWords(content: OrderChangedContent): string[] {
  const { sender, customerName, currency, refundedAmount } = content
  const { cancelled } = TEXTS.orderChanged
  const refund = moneyOf(refundedAmount, currency, localeIn('en', sender.locale))
  return [
    cancelled.body(inSentence(customerName), placeOf(content, 'en')),
    ...(refundedAmount > 0 ? [cancelled.refunded(refund)] : []),
  ]
}

/** Where and when, if known. */
function placeOf(
  { address, startsAt, sender }: OrderContent | NewOrderContent | OrderChangedContent,
  language: Language,
): string {
  const time = startsAt && timeOf(startsAt, localeIn(language, sender.locale), sender)
  return CLIENT_TEXTS[language].order.place(inSentence(address), time ?? '')
}

/** Tells the customer an appointment's new time. */
export function rescheduleLetter(content: RescheduleContent, links: MailLinks) {
  const { sender, previousTime, scheduledTime, feeAmount, currency, orderToken } = content
  const language = content.customerLanguage ?? languageOfLocale(sender.locale)
  const { greeting, reschedule: texts, order } = CLIENT_TEXTS[language]
  const locale = localeIn(language, sender.locale)
  const at = (time: string) => timeOf(time, locale, sender)
  const [studio, address, before] = [
    inSentence(sender.name),
    inSentence(content.address),
    at(previousTime),
  ]
  const fee = feeAmount > 0 && currency !== null ? moneyOf(feeAmount, currency, locale) : null
  return {
    language,
    senderName: senderName(sender.name),
    subject: texts.subject(oneLine(content.address)),
    greeting: greeting(inSentence(content.customerName)),
    paragraphs: [
      content.byCustomer ? texts.byYou(address, before) : texts.body(studio, address, before),
      texts.now(at(scheduledTime)),
      ...(fee === null ? [] : [texts.fee(fee)]),
    ],
    quote: null,
    action:
      orderToken === null
        ? null
        : { label: order.action, url: `${root(links)}orders/${orderToken}` },
    signature: signatureOf(content.studio),
    notes: orderToken === null ? [] : [order.shared],
    unsubscribeUrl: `${root(links)}unsubscribe/${content.unsubscribeToken}`,
    portalUrl: portalUrl(links),
  }
}
