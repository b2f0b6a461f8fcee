type Text = string | null | undefined

/** Someone an unbranded page must not name. */
export interface Party {
  readonly names: readonly Text[]
  readonly emails: readonly Text[]
  readonly phones: readonly Text[]
  /** A person, whom each word of the name identifies. */
  readonly isPerson?: boolean
}

const LEGAL_FORM =
  /[\s,]+(?:inc|llc|llp|ltd|limited|corp|co|company|plc|pty|gmbh|ag|kg|sa|sarl|srl|sl|bv|nv|oy|ab|as|aps)\.?$/i

// Homoglyphs of Latin letters, and digits read as letters. Both sides are folded, so a collision
// can only add matches.
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe' },
  ...Object.fromEntries(
    [
      'aаαɑ4',
      'bвβ',
      'cсϲ',
      'dԁđð',
      'eеεєë3',
      'gɡԍ',
      'hнһη',
      'iіιıɩľlӏł1',
      'jјϳ',
      'kкκ',
      'mмμ',
      'nпν',
      'oоοσøօ0',
      'pрρ',
      'qԛ',
      'sѕς5',
      'tтτ7',
      'uυս',
      'wԝω',
      'xхχ',
      'yуγү',
    ].flatMap(([to = '', ...from]) => from.map((each) => [each, to])),
  ),
}
const LOOK_ALIKE = new RegExp(`[${Object.keys(LOOK_ALIKES).join('')}]`, 'gu')
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{M}]+/gu

/** Without accents, styles and invisible characters. */
function plainOf(text: string): string {
  // Removed before normalizing, too: sorting a long run of accents takes quadratic time.
  return text.replace(IGNORABLE, '').normalize('NFKD').replace(IGNORABLE, '')
}

/** Letters and digits of a plain text, folded: no case or homoglyphs. */
function folded(plain: string): string {
  return plain.toLowerCase().replace(LOOK_ALIKE, (letter) => LOOK_ALIKES[letter] ?? letter)
}

function wordsOf(plain: string): string[] {
  return folded(plain).match(/[\p{L}\p{N}]+/gu) ?? []
}

// Shorter names match whole words only: "Art" isn't in "apartment".
const LONG = 6
const SHORTEST_NAME = 2
const SHORTEST_WORD = 3

/** Whether these words contain one of `terms`, ignoring what separates its letters. */
function haveTerm(words: readonly string[], terms: readonly string[]): boolean {
  const squeezed = words.join('')
  const starts = new Set<number>()
  let length = 0
  for (const word of words) {
    starts.add(length)
    length += word.length
  }
  starts.add(length)
  return terms.some((term) => {
    if (term.length >= LONG) return squeezed.includes(term)
    for (let at = squeezed.indexOf(term); at !== -1; at = squeezed.indexOf(term, at + 1)) {
      if (starts.has(at) && starts.has(at + term.length)) return true
    }
    return false
  })
}

// Free mail providers, whose names identify nobody.
const MAIL_HOSTS = /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|aol|gmx|proton|mail)$/

const PHONE_DIGITS = 7
const digitsOf = (plain: string) => plain.replace(/\D+/g, '')

// Finds a domain by its dot and looks behind: matching letters first would rescan a long run from each letter.
const ADDRESS =
  /@|https?:\/\/|www\s*\.|(?<=[\p{L}\p{N}-]{2})\.(?:com|net|org|info|biz|io|co|us|uk|ca|au|de|ch|at|fr|es|mx|homes?|house|realtor|realty|estate|properties|agency|photos?|photography|media|studio)(?![\p{L}\p{N}])/iu
const PHONE = /\+?\d(?:[\s()./–-]{0,3}\d){8,}/u

export interface BrandWords {
  /** Whether a text names a party or contains an email address, a URL or a phone number. */
  isIn(text: string): boolean
  /** Whether the path, query or fragment of a URL names a party. */
  areInUrl(url: string): boolean
}

/**
 * Finds the names and addresses of `parties` in texts, ignoring case, accents, spaces and homoglyphs. Errs on the side
 * of finding too much.
 */
export function brandWordsOf(parties: readonly Party[]): BrandWords {
  const terms = [...new Set(parties.flatMap(termsOf))]
  const phones = parties
    .flatMap(({ phones }) => present(phones))
    .map((phone) => digitsOf(plainOf(phone)).slice(-PHONE_DIGITS))
    .filter((digits) => digits.length === PHONE_DIGITS)
  const names = (plain: string) => haveTerm(wordsOf(plain), terms)
  return {
    isIn(text) {
      const plain = plainOf(text)
      if (ADDRESS.test(plain) || PHONE.test(plain)) return true
      const digits = digitsOf(plain)
      return phones.some((phone) => digits.includes(phone)) || names(plain)
    },
    areInUrl(url) {
      const parsed = URL.parse(url)
      const text = parsed ? decoded(parsed.pathname + parsed.search + parsed.hash) : url
      return names(plainOf(text))
    },
  }
}

function present(texts: readonly Text[]): string[] {
  return texts.filter((text) => typeof text === 'string')
}

function termsOf({ names, emails, isPerson = false }: Party): string[] {
  const whole = present(names).flatMap((name) => [name, name.replace(LEGAL_FORM, '')])
  const words = whole.map((name) => wordsOf(plainOf(name)))
  return [
    ...words.map((each) => each.join('')).filter(({ length }) => length >= SHORTEST_NAME),
    ...(isPerson ? words.flat().filter(({ length }) => length >= SHORTEST_WORD) : []),
    ...present(emails).flatMap(termsOfEmail),
  ]
}

function termsOfEmail(email: string): string[] {
  const label = email.split('.').at(-2)?.split('@').at(-1) ?? ''
  const host = MAIL_HOSTS.test(label) ? [] : wordsOf(label).join('')
  return [wordsOf(email).join(''), host].flat().filter(({ length }) => length >= SHORTEST_WORD)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
