import { MAX_EMAIL_LENGTH } from './bounds.ts'

// RFC 5322's dot-atom, `@`, and RFC 1123's host name of at least two labels, with the lengths of RFC 5321. Other forms
// of RFC 5321 (quotes, address literals) are used in attacks, and no known mail server needs them.
const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[a-z\\d]([a-z\\d-]{0,61}[a-z\\d])?'
const MAIL_ADDRESS = new RegExp(`^(?=.{1,64}@)${ATOM}(\\.${ATOM})*@(${LABEL}\\.)+${LABEL}$`, 'i')

/** Whether `text` is a single plain address: the only form that callers may store and that mail is sent to. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && MAIL_ADDRESS.test(text)
}

// Control characters (Cc, which includes CR, LF and NEL) and the separators of Zl and Zp.
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029]+/u
const ALL_OF_THEM = new RegExp(NOT_IN_A_LINE, 'gu')

/** Whether `text` is one line without control characters, the rule for names. docs/contract.md#c1-names-line */
export function isOneLine(text: string): boolean {
  return !NOT_IN_A_LINE.test(text)
}

/** Whether `text` has only white space. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Replaces line breaks and control characters with spaces. */
export function inOneLine(text: string): string {
  return text.replace(ALL_OF_THEM, ' ')
}

/** The `mailto:` URL of an address (RFC 6068). */
export function mailUrl(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

const NOT_DIALLED = /[^\d+*#]/g

/** The `tel:` URL of a phone number as people write it (RFC 3966); `null` without digits. */
export function phoneUrl(phone: string): string | null {
  // Anything after a word is an extension, which people dial themselves.
  const dialled = (/^[^\p{L}]*/u.exec(phone)?.[0] ?? '')
    .replaceAll('(0)', '')
    .replace(NOT_DIALLED, '')
  return /\d/.test(dialled) ? `tel:${dialled}` : null
}

// WHATWG URLs also allow `;`, `,`, `'` and `*` in a host, which have a meaning in a Content-Security-Policy.
const PLAIN = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/

/**
 * The origin of an http(s) URL that is safe in a header: a host of letters, digits, dots, hyphens and underscores, or
 * an IP address. Otherwise `null`.
 */
export function webOrigin(text: string): string | null {
  const origin = URL.parse(text)?.origin ?? ''
  return PLAIN.test(origin) ? origin : null
}
