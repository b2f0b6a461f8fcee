import { MAX_EMAIL_LENGTH } from './bounds.ts'

// RFC 5322's dot-atom, `@`, and RFC 1123's host name of at least two labels, with the lengths of RFC 5321. RFC 5321
// permits more (quotes, addresses of hosts). Those forms are used in attacks, and no known mail server needs them.
const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[a-z\\d]([a-z\\d-]{0,61}[a-z\\d])?'
const MAIL_ADDRESS = new RegExp(`^(?=.{1,64}@)${ATOM}(\\.${ATOM})*@(${LABEL}\\.)+${LABEL}$`, 'i')

/** Whether `text` is one plain address. The same rule decides what callers may store and what mail is sent to. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && MAIL_ADDRESS.test(text)
}

// Unicode's control characters (Cc) have the line ends CR, LF and NEL. The other two are separators (Zl, Zp).
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029]+/u
const ALL_OF_THEM = new RegExp(NOT_IN_A_LINE, 'gu')

/** Whether a text is one line without control characters, as every name is. docs/contract.md#c1-names-line */
export function isOneLine(text: string): boolean {
  return !NOT_IN_A_LINE.test(text)
}

/** A text as one line: records from before that rule may have names of several. */
export function inOneLine(text: string): string {
  return text.replace(ALL_OF_THEM, ' ')
}

// WHATWG URLs also allow `;`, `,`, `'` and `*` in a host. Each of them has a meaning in a Content-Security-Policy.
const PLAIN = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/

/**
 * The origin of an http or https URL, if a header can name it: a host of letters, digits, dots, hyphens and
 * underscores, or an IP address. `null` for every other text.
 */
export function webOrigin(text: string): string | null {
  const origin = URL.parse(text)?.origin ?? ''
  return PLAIN.test(origin) ? origin : null
}
