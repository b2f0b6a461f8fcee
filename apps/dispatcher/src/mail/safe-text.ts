import { MAX_MAIL_NAME_LENGTH, MAX_MAIL_TEXT_LENGTH } from '@mediajobs/domain'

// Names and messages come from customers and organizations. A newline could begin another header, and a bidi control
// (Unicode TR 9) could display text in another order.
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]+/gu
const CONTROLS_IN_LINES = /[^\P{Cc}\n]|[\p{Bidi_Control}\ufeff]/gu
// A name that looks like an address could pass for the sender.
const OF_ADDRESSES = /[@<>"]/g
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/** A name in one line of at most `MAX_MAIL_NAME_LENGTH` characters. Empty if nothing is left of it. */
export function oneLine(name: string | null): string {
  const line = (name ?? '').replace(CONTROLS, ' ').replace(/\s+/gu, ' ').trim()
  return cut(line, MAX_MAIL_NAME_LENGTH)
}

/**
 * Text for a mail header. Anything like an encoded word (RFC 2047) would be decoded by the reader, and bring back what
 * {@link oneLine} has removed.
 */
export function headText(text: string): string {
  return text.replaceAll('=?', '= ?')
}

/** Display name of a sender. */
export function senderName(name: string): string {
  return oneLine(name.replace(OF_ADDRESSES, ' '))
}

/** A name inside a sentence. Right-to-left names are isolated from their neighbours. */
export function inSentence(name: string | null): string {
  const line = oneLine(name)
  return RIGHT_TO_LEFT.test(line) ? `${ISOLATE}${line}${END_OF_ISOLATE}` : line
}

/** Text of several lines and at most `MAX_MAIL_TEXT_LENGTH` characters. Null if nothing is left of it. */
export function severalLines(text: string | null): string | null {
  const lines = (text ?? '').replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(CONTROLS_IN_LINES, '')
  return cut(lines.trim(), MAX_MAIL_TEXT_LENGTH) || null
}

/** Never cuts a character in half. */
function cut(text: string, length: number): string {
  // A character has at most two units, so only the beginning of a long text is split.
  const characters = Array.from(text.slice(0, 2 * length + 2))
  if (characters.length <= length) return text
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`
}
