// API messages are for developers. Pages map the codes of a refusal to friendlier ones.

/** By the code of a refusal. */
const BY_CODE: Readonly<Record<string, string>> = {
  role_forbids: "Your role can't do this.",
  scope_missing: "Your role can't do this.",
  role_forbids_move: "Your role can't make this move now.",
  duplicate_email: 'This email is already in use.',
  duplicate_external_id: 'This ID is already in use.',
  no_price_for_size:
    "There's no price for a property of this size. Choose another package or add-on.",
  duplicate_code: 'This code is already in use.',
  customer_in_use: 'This customer has projects, orders or invoices, or is billed for a group.',
  user_inactive: 'This person is deactivated. Activate them first.',
  already_accepted: 'This person has already accepted the invitation.',
  last_admin: 'This is the only active administrator. Make someone else an administrator first.',
  project_has_invoice: 'This job already has an invoice. Void it to draft another one.',
  invoice_not_draft: 'This invoice is no longer a draft.',
  invoice_is_draft: 'Mark the invoice as sent first.',
  invoice_is_sent: 'This invoice is already sent.',
  invoice_is_paid: 'This invoice is already paid.',
  invoice_is_voided: 'This invoice is void.',
  original_delivered: 'A photo made from this one was delivered. Delete that one first.',
  open_revision_items: 'Some changes are still open. Answer each one, or deliver anyway.',
  discount_exhausted: 'This discount is used up. Choose another one, or allow more uses.',
  max_redemptions_too_low: 'This discount has been used more often than that.',
  fee_changed: 'The fee has changed. Check the new one below, then try again.',
  last_visit: 'A job keeps one visit. Move it, or cancel the job.',
  too_many_visits: 'This job has the maximum number of visits.',
  visit_not_planned: 'This visit already took place or was canceled.',
  project_cancelled: 'This job is canceled.',
  already_delivered: 'This job was delivered. Settle its invoices, then cancel it by its status.',
  payment_in_progress:
    'A bank is still processing a payment. Keep what was paid, or wait until it finishes.',
  too_many_invoices: 'This job has too many invoices or payments. Settle them manually.',
  project_not_delivered: "This job isn't delivered yet.",
  no_delivery_in_force: "The link isn't active.",
  media_replaced: 'Someone else replaced this file already. Reload the page to see it.',
  too_many_media: 'This job has the maximum number of files.',
  archive_empty: 'There are no files to download.',
  archive_not_ready: 'The files are still being prepared. Try again in a few seconds.',
  archive_file_missing: 'A file is missing from storage. Delete it, then try again.',
  idempotency_in_progress: 'This is already being saved. Wait a moment, then reload the page.',
  idempotency_key_reused: 'This form was already sent. Reload the page to send another one.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  organization_busy: 'Too many requests. Wait a moment, then try again.',
}

/** Default labels of API fields. Forms may override them. */
const LABELS: Readonly<Record<string, string>> = {
  body: 'The form',
  q: 'Search',
  scheduledTime: 'Time',
  estimatedDuration: 'Minutes',
  addressLine1: 'Street and number',
  addressLine2: 'Apartment, floor',
  countryCode: 'Country',
  packageId: 'Package',
  propertySize: 'Property size',
  selectedAddOnIds: 'Add-ons',
  discountId: 'Discount',
  discountCode: 'Discount code',
  customerId: 'Customer',
  technicianId: 'Technician',
  editorId: 'Editor',
  projectManagerId: 'Project manager',
  userId: 'Person',
  alteredFromMediaId: 'Altered from',
  mediaIds: 'The order of the files',
  externalId: 'Reference',
  maxRedemptions: 'Uses at most',
  lineItems: 'The lines',
  'sizeTiers[].upTo': 'Sizes',
  'sizeTiers[].durationMinutes': 'Minutes',
}

/** Field errors by API code. */
const BY_FIELD_CODE: Readonly<Record<string, (label: string) => string>> = {
  required: (label) => `${label} is required`,
  wrong_type: (label) => `${label} isn't valid`,
  wrong_format: (label) => `${label} isn't valid`,
  not_allowed: (label) => `${label} can't be used here`,
  not_unique: (label) => `${label} has the same entry twice`,
  unknown_field: (label) => `${label} isn't part of this form`,
  unknown_reference: (label) => `${label} no longer exists`,
}

/** Codes for exceeded bounds: the API's message has the number after the field's path. */
const BOUNDED = new Set([
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_few_items',
  'too_many_items',
])

/** More specific errors, by the name or the path of a field, and code. */
const BY_FIELD: Readonly<Record<string, string>> = {
  'email wrong_format': 'Enter an email address, like name@example.com',
  'countryCode wrong_format': 'Enter a two-letter country code, like US',
  'endsAt too_large': 'Time off can last at most a year. Add the rest as another entry',
  'to too_small': 'The last day must not be before the first',
  'filename wrong_format': 'Enter a file name without / or \\',
  'currency wrong_format': 'Enter a currency code, like USD',
  'timeZone wrong_format': 'Choose a time zone',
  'locale wrong_format': 'Enter a language code, like en-US',
  'logoUrl wrong_format': 'Enter a URL that begins with https://',
  'workingHours wrong_format': 'Enter hours like 9:00-17:00',
  'sizeTiers[].upTo too_small': 'Enter each size once, in whole numbers from 1',
  'tours not_allowed':
    "Enter a link of the kind you chose. YouTube and “Other” can't have an unbranded URL",
  'tours wrong_format': 'Enter a URL that begins with https://',
  'contacts wrong_format':
    'Enter an email address like name@example.com, and a photo URL that begins with https://',
  'contacts too_short': 'Enter a name for each contact',
  'travelZones[] required':
    'Enter postal codes, or a center with its latitude, longitude and radius',
  'percentBasisPoints required': 'Enter either a percentage or an amount',
}

/** Without the API's bounds: those of amounts are in the currency's minor unit. */
const TOO: Readonly<Record<'time' | 'amount', Readonly<Record<string, string>>>> = {
  time: { too_small: 'is too early', too_large: 'is too late' },
  amount: { too_small: 'is too low', too_large: 'is too high' },
}

const TIME = /(?:At|Time|From|To)$/

interface RefusedField {
  path: string
  code: string
  message: string
}

interface Refusal {
  code?: string
  message: string | string[]
  fields?: readonly RefusedField[]
}

/** The messages of a refusal, for people. */
export function sentencesOf({ code = '', message, fields = [] }: Refusal): string[] {
  const sentence = BY_CODE[code]
  if (sentence !== undefined) return [sentence]
  return fields.length > 0 ? fields.map((each) => fieldSentence(each)) : [message].flat()
}

/** A field error, for people. @param labels of the form's fields, by API name */
export function fieldSentence(
  { path, code, message }: RefusedField,
  labels: Readonly<Record<string, string>> = {},
): string {
  const [name = ''] = path.split(/[[.]/)
  const whole = path.replaceAll(/\[\d+\]/g, '[]')
  const sentence = BY_FIELD[`${whole} ${code}`] ?? BY_FIELD[`${name} ${code}`] ?? BY_CODE[code]
  if (sentence !== undefined) return sentence
  // A form field may be part of an API field: `workingHours.monday`.
  const own = Object.keys(labels).find((each) =>
    `${path}.`.replace('[', '.').startsWith(`${each}.`),
  )
  const last =
    path
      .replaceAll(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? name
  // A column in a form's rows.
  const column = whole === name ? undefined : LABELS[whole]
  const label = column ?? labels[own ?? name] ?? LABELS[name] ?? wordsOf(last)
  const beyond = TIME.test(name) ? TOO.time : /Amount$/.test(last) ? TOO.amount : undefined
  if (beyond && code in beyond) return `${label} ${beyond[code]}`
  if (BOUNDED.has(code) && message.startsWith(`${path} `)) return label + message.slice(path.length)
  return BY_FIELD_CODE[code]?.(label) ?? message
}

/** `bookingAnswers` → `Booking answers` */
function wordsOf(name: string): string {
  const words = name
    .replace(/Ids?$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** An API refusal as one message for people. */
export function messageOf(refusal: Refusal): string {
  return joined(sentencesOf(refusal))
}

/** The messages of the API, for developers. */
export function apiMessageOf({ message }: Pick<Refusal, 'message'>): string {
  return joined([message].flat())
}

function joined(sentences: readonly string[]): string {
  return sentences
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ')
}
