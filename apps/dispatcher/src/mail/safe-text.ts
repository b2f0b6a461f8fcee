import { MAX_MAIL_NAME_LENGTH, MAX_MAIL_TEXT_LENGTH } from '@mediajobs/domain'

// Names and messages are made by customers and organizations. A line end could begin another header, and a
// control of the writing direction (Unicode TR 9) could show a text in another order than it is read.
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]+/gu
const CONTROLS_IN_LINES = /[^\P{Cc}\n]|[\p{Bidi_Control}\ufeff]/gu
// A name that looks like an address could be taken for the sender.
const OF_ADDRESSES = /[@<>"]/g
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/** A name in one line of at most `MAX_MAIL_NAME_LENGTH` characters; `otherwise` when nothing is left of it. */
export function oneLine(name: string | null, otherwise = ''): string {
  const line = (name ?? '').replace(CONTROLS, ' ').replace(/\s+/gu, ' ').trim()
  return cut(line, MAX_MAIL_NAME_LENGTH) || otherwise
}

/**
 * A text for the head of a mail. One that looks like an encoded word (RFC 2047) would be decoded by its reader, and
 * so bring back what {@link oneLine} has removed.
 */
export function headText(text: string): string {
  return text.replaceAll('=?', '= ?')
}

/** A name as the display name of a sender. */
export function senderName(name: string): string {
  return oneLine(name.replace(OF_ADDRESSES, ' '))
}

/** A name inside of a sentence. One that is written from right to left does not turn its neighbours. */
export function inSentence(name: string | null, otherwise = ''): string {
  const line = oneLine(name, otherwise)
  return RIGHT_TO_LEFT.test(line) ? `${ISOLATE}${line}${END_OF_ISOLATE}` : line
}

/** A text of several lines, of at most `MAX_MAIL_TEXT_LENGTH` characters. Null when nothing is left of it. */
export function severalLines(text: string | null): string | null {
  const lines = (text ?? '').replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(CONTROLS_IN_LINES, '')
  return cut(lines.trim(), MAX_MAIL_TEXT_LENGTH) || null
}

/** Never cuts inside of a character. */
function cut(text: string, length: number): string {
  // A character has at most two units: longer texts are not split as a whole.
  const characters = Array.from(text.slice(0, 2 * length + 2))
  if (characters.length <= length) return text
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`
}
