import {
  isMailAddress,
  type Language,
  MAX_MAIL_NAME_LENGTH,
  MAX_MAIL_TEXT_LENGTH,
  minorUnitDigits,
  phoneUrl,
} from '@mediajobs/domain'
import type { MailSender, MailStudio } from '@mediajobs/operations/mail-jobs'

/** A mail before it's rendered. All strings are plain text. */
export interface Letter {
  language: Language
  /** The organization's name. */
  senderName: string
  subject: string
  greeting: string | null
  paragraphs: readonly string[]
  /** A person's words, possibly several lines. */
  quote: string | null
  action: { label: string; url: string } | null
  /** The organization's note, contact and color, for clients. */
  signature: Signature | null
  /** Small print below the action. */
  notes: readonly string[]
  /** Null for mails about the reader's own account or work. */
  unsubscribeUrl: string | null
  /** The customer portal, in mails about the customer's records. */
  portalUrl?: string
}

export interface Signature {
  note: string | null
  email: string | null
  phone: { text: string; url: string | null } | null
  colour: string | null
}

export interface MailLinks {
  /** The base URL of client deliveries, without a trailing slash. */
  deliveryBaseUrl: string
  /** The sending organization. */
  organizationId: string
}

export function signatureOf({ note, email, phone, colour }: MailStudio): Signature {
  return {
    note: severalLines(note),
    email: email !== null && isMailAddress(email) ? email : null,
    phone: phone === null ? null : { text: oneLine(phone), url: phoneUrl(phone) },
    colour,
  }
}

/** @param amount in the currency's minor unit */
export function moneyOf(amount: number, currency: string, locale: string): string {
  const digits = minorUnitDigits(currency)
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...fraction })
  return format.format(amount / 10 ** digits)
}

/** The root of the service's pages, with a trailing slash. */
export function root({ deliveryBaseUrl }: MailLinks): string {
  return new URL('.', deliveryBaseUrl).href
}

/** The organization's customer portal. */
export function portalUrl(links: MailLinks): string {
  return `${root(links)}my/${links.organizationId}`
}

export function timeOf(instant: string, locale: string, { timeZone }: MailSender): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timeZone ?? 'UTC',
  })
  return format.format(new Date(instant))
}

// Names and messages are untrusted. A newline could begin another header, and a bidi control (Unicode TR 9) could reorder
// text.
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]+/gu
const CONTROLS_IN_LINES = /[^\P{Cc}\n]|[\p{Bidi_Control}\ufeff]/gu
// A name that looks like an address could pass for the sender.
const ADDRESS_SIGNS = /[@<>"]/g
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/** A name on one line, cut at `MAX_MAIL_NAME_LENGTH`. May be empty. */
export function oneLine(name: string | null): string {
  const line = (name ?? '').replace(CONTROLS, ' ').replace(/\s+/gu, ' ').trim()
  return cut(line, MAX_MAIL_NAME_LENGTH)
}

/**
 * Text for a mail header. Encoded words (RFC 2047) are broken up: decoding them would restore what {@link oneLine} has
 * removed.
 */
export function headText(text: string): string {
  return text.replaceAll('=?', '= ?')
}

export function senderName(name: string): string {
  return oneLine(name.replace(ADDRESS_SIGNS, ' '))
}

/** A name inside a sentence. Right-to-left names are isolated from their neighbors. */
export function inSentence(name: string | null): string {
  const line = oneLine(name)
  return RIGHT_TO_LEFT.test(line) ? `${ISOLATE}${line}${END_OF_ISOLATE}` : line
}

/** Multi-line text, cut at `MAX_MAIL_TEXT_LENGTH`. Null if empty. */
export function severalLines(text: string | null): string | null {
  const lines = (text ?? '').replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(CONTROLS_IN_LINES, '')
  return cut(lines.trim(), MAX_MAIL_TEXT_LENGTH) || null
}

/** Never splits a character. */
function cut(text: string, length: number): string {
  // A character has at most two code units.
  const characters = Array.from(text.slice(0, 2 * length + 2))
  if (characters.length <= length) return text
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`
}
