import { languageOfLocale, localeIn } from '@mediajobs/domain'
import { CLIENT_TEXTS } from '@mediajobs/domain/mail-texts'
import type { RescheduleContent } from '@mediajobs/operations/mail-jobs'
import {
  inSentence,
  type MailLinks,
  moneyOf,
  oneLine,
  root,
  senderName,
  signatureOf,
  timeOf,
} from './letter-words.ts'

/** The new time of an appointment, to the customer. */
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
  }
}
