type Text = string | null | undefined

/** Someone whom an unbranded page must not name. */
export interface Party {
  readonly names: readonly Text[]
  readonly emails: readonly Text[]
  readonly phones: readonly Text[]
  /** Of a person, who is known by each word of their name. */
  readonly isPerson?: boolean
}

const LEGAL_FORM =
  /[\s,]+(?:inc|llc|llp|ltd|limited|corp|co|company|plc|pty|gmbh|ag|kg|sa|sarl|srl|sl|bv|nv|oy|ab|as|aps)\.?$/i

// Letters that look like Latin ones, and digits that people read as letters. Both sides are folded, so that a collision
// only widens what is found.
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
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
)
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{M}]+/gu

/** Letters and digits without case, accents, style and look-alikes. */
function folded(text: string): string {
  return [...text.normalize('NFKD').replace(IGNORABLE, '').toLowerCase()]
    .map((letter) => LOOK_ALIKES[letter] ?? letter)
    .join('')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
}

function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

// A shorter name counts only as whole words: "Art" is not in "apartment".
const LONG = 6
const SHORTEST_NAME = 2
const SHORTEST_WORD = 3

/** Whether a text of these words has `term`, whatever is between its letters. */
function hasTerm(words: readonly string[], term: string): boolean {
  const squeezed = words.join('')
  if (term.length >= LONG) return squeezed.includes(term)
  const starts = new Set<number>()
  let length = 0
  for (const word of words) {
    starts.add(length)
    length += word.length
  }
  starts.add(length)
  for (let at = squeezed.indexOf(term); at !== -1; at = squeezed.indexOf(term, at + 1)) {
    if (starts.has(at) && starts.has(at + term.length)) return true
  }
  return false
}

// Of everyone's mail, so they name nobody.
const MAIL_HOSTS = /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|aol|gmx|proton|mail)$/

const PHONE_DIGITS = 7
const digitsOf = (text: string) => text.normalize('NFKD').replace(/\D+/g, '')

const ADDRESS =
  /@|https?:\/\/|www\s*\.|[\p{L}\p{N}-]{2,}\.(?:com|net|org|info|biz|io|co|us|uk|ca|au|de|ch|at|fr|es|mx|homes?|house|realtor|realty|estate|properties|agency|photos?|photography|media|studio)(?![\p{L}\p{N}])/iu
const PHONE = /\+?\d(?:[\s()./–-]{0,3}\d){8,}/u

export interface BrandWords {
  /** Whether a text names a party, or has an e-mail or web address or a phone number. */
  isIn(text: string): boolean
  /** Whether the path, query or fragment of a URL names a party. */
  areInUrl(url: string): boolean
}

/**
 * Finds the names and addresses of `parties` in texts, whatever their case, accents, spaces or look-alike letters. It would
 * rather find too much than too little.
 */
export function brandWordsOf(parties: readonly Party[]): BrandWords {
  const terms = [...new Set(parties.flatMap(termsOf))]
  const phones = parties
    .flatMap(({ phones }) => present(phones))
    .map((phone) => digitsOf(phone).slice(-PHONE_DIGITS))
    .filter((digits) => digits.length === PHONE_DIGITS)
  const names = (text: string) => {
    const words = wordsOf(text)
    return terms.some((term) => hasTerm(words, term))
  }
  return {
    isIn(text) {
      const plain = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
      if (ADDRESS.test(plain) || PHONE.test(plain)) return true
      const digits = digitsOf(plain)
      return phones.some((phone) => digits.includes(phone)) || names(text)
    },
    areInUrl(url) {
      const parsed = URL.parse(url)
      return names(parsed ? decoded(parsed.pathname + parsed.search + parsed.hash) : url)
    },
  }
}

function present(texts: readonly Text[]): string[] {
  return texts.filter((text) => typeof text === 'string')
}

function termsOf({ names, emails, isPerson = false }: Party): string[] {
  const whole = present(names).flatMap((name) => [name, name.replace(LEGAL_FORM, '')])
  const words = whole.map(wordsOf)
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
