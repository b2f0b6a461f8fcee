import { MEDIA_TYPE_NAMES, ROLE_NAMES, STATUS_NAMES } from './names.ts'

// The API speaks to programs: its sentences have names of fields and values of enumerations. A page says the same to
// people.

/** Sentences in place of those of the API, by code: the API says what to send, a page has buttons. */
const BY_CODE: Readonly<Record<string, string>> = {
  role_forbids: 'Your role may not do this.',
  scope_missing: 'Your role may not do this.',
  role_forbids_move: 'Your role may not make this move now.',
  duplicate_email: 'This email is in use here already.',
  user_inactive: 'This person is deactivated. Activate them first.',
  last_admin:
    'An organization needs an active administrator who has accepted. Make someone else an administrator first.',
  project_has_invoice: 'This job has an invoice already. Void it first to draft another one.',
  original_delivered: 'A picture that was made from this one was delivered. Delete that one first.',
  discount_exhausted: 'The discount is used up. Choose another one, or allow more uses.',
  project_not_delivered: 'This job is not delivered now: there is nothing to decide on.',
  idempotency_in_progress: 'This is being saved already. Wait a moment, then load the page again.',
  idempotency_key_reused: 'This form was sent before. Open the page again to send another one.',
  rate_limited: 'Too many requests at once. Wait a moment, then try again.',
  organization_busy: 'Too many requests at once. Wait a moment, then try again.',
}

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/an? (?:current )?ISO 4217 currency code/, 'a currency code'],
  [/an ISO 3166-1 alpha-2 country code/, 'a country code of two letters'],
  [/a name of the IANA time zone database/, 'a time zone'],
  [/a language tag of BCP 47/, 'a language code'],
  [/an https URL without/, 'an address that begins with https://, without'],
  [/an RFC 3339 date-time\b.*/, 'a day and a time'],
  [/an e-mail address in ASCII: .*/, 'an e-mail address in plain letters'],
  [/a NUL character/, 'invisible characters'],
  [/an integer/, 'a whole number'],
  [/a string/, 'a text'],
  [/ or null\b/, ''],
  [/\bitems? (\d+) and (\d+) are equal/, 'two are equal'],
]

/** What people call the fields of the API. A form has its own labels. */
const LABELS: Readonly<Record<string, string>> = {
  body: 'The form',
  q: 'Search:',
  scheduledTime: 'Time',
  estimatedDuration: 'Minutes',
  addressLine1: 'Street and number',
  addressLine2: 'Apartment, floor',
  countryCode: 'Country',
  packageId: 'Package',
  selectedAddOnIds: 'Add-ons',
  discountId: 'Discount',
  discountCode: 'Discount code',
  customerId: 'Customer',
  technicianId: 'Technician',
  editorId: 'Editor',
  projectManagerId: 'Project manager',
  expiresAt: 'Last day of the link',
  alteredFromMediaId: 'Altered from',
  mediaIds: 'The order of the files',
  externalId: 'Reference',
  maxRedemptions: 'Uses at most',
  lineItems: 'The lines',
}

/** What people call the values of the API's enumerations. */
const VALUES: Readonly<Record<string, string>> = {
  ...STATUS_NAMES,
  ...ROLE_NAMES,
  ...MEDIA_TYPE_NAMES,
  OPEN: 'Open',
  DONE: 'Done',
  DECLINED: 'Declined',
  DRAFT: 'Draft',
  SENT: 'Sent',
  PAID: 'Paid',
  VOIDED: 'Void',
  SKY: 'Sky',
  TWILIGHT: 'Twilight',
  OTHER: 'Other',
}

const START =
  /^([a-z]\w*)((?:\[\d+\])?(?:\.\w+(?:\[\d+\])?)*)(?= (?:must|is|are|can't|has|have|names|needs|of|makes)\b)/
// No English word has a capital inside.
const FIELD = /\b[a-z]+(?:[A-Z][a-z\d]*)+\b(?:\[\d+\])?(?:\.\w+)*/g
const VALUE = /\b(?:[A-Z]{2,}(?:_[A-Z]+)+|[A-Z]{3,})\b/g
const OPEN_ITEMS = /^(\d+) items? of/

interface Refusal {
  code?: string
  message: string | string[]
}

/** The sentences of a refusal, for people. */
export function sentencesOf({ code = '', message }: Refusal): string[] {
  if (code === 'open_revision_items') return [openItems([message].flat().join(' '))]
  const sentence = BY_CODE[code]
  return sentence === undefined ? [message].flat().map((each) => forPeople(each)) : [sentence]
}

function openItems(message: string): string {
  const [, count = ''] = OPEN_ITEMS.exec(message) ?? []
  const what = count === '1' ? '1 change is' : `${count} changes are`
  return `${what} still open. Answer each one, or deliver anyway.`
}

/**
 * A sentence of the API, for people.
 *
 * @param labels of the fields of a form, by their names in the API
 */
export function forPeople(sentence: string, labels: Readonly<Record<string, string>> = {}): string {
  const labelOf = (path: string) => {
    const [name = ''] = path.split(/[[.]/)
    // A field of a form may be a part of one of the API: `workingHours.monday`.
    const own = Object.keys(labels).find((each) =>
      `${path}.`.replace('[', '.').startsWith(`${each}.`),
    )
    return labels[own ?? name] ?? LABELS[name] ?? wordsOf(name)
  }
  const start = START.exec(sentence)?.[0] ?? ''
  const rest = PHRASES.reduce(
    (text, [pattern, words]) => text.replace(pattern, words),
    sentence.slice(start.length),
  )
  const plain = rest
    .replaceAll(FIELD, labelOf)
    .replaceAll(VALUE, (value) => VALUES[value] ?? (value.includes('_') ? lower(value) : value))
  return (start && labelOf(start)) + plain
}

/** `bookingAnswers` is `Booking answers`. */
function wordsOf(name: string): string {
  const words = name
    .replace(/Ids?$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function lower(value: string): string {
  return value.toLowerCase().replaceAll('_', ' ')
}
