import type * as bounds from './bounds.ts'

/** A bound of `bounds.ts`, as docs/limits.md describes it. */
export interface Limit {
  group: (typeof LIMIT_GROUPS)[number]
  subject: string
  /** `bytes`, `ms` and `share` are written in the largest unit that fits. */
  unit: 'bytes' | 'ms' | 'share' | (string & {})
  /** The effect beyond the bound: status and code. */
  beyond: string
}

/** The sections of docs/limits.md, in order. */
export const LIMIT_GROUPS = [
  'Requests',
  'Lists and searches',
  'Fields',
  'Projects and invoices',
  'Order pages',
  'Property websites',
  'Payments',
  'Files and imports',
  'Credentials',
  "The customer's pages",
  'Webhooks',
  'Mail',
  'One organization in one process',
] as const

const INVALID = '400 `invalid_request`, which names the field'
const TOO_COMPLEX = '400 `body_too_complex`'
const TOO_LARGE = '413 `body_too_large`'
const CONFLICT = '409'
const NONE = '–'
const CLOSED = 'the connection is closed'
const ELLIPSIS = '`…` replaces the rest'
const NOT_LOGGED = 'not logged; a metric counts them'
const REFUSED = 'its `preview` is REFUSED, with the reason'
const ROW_FAILED = 'the row is FAILED'
const CUT = 'truncated'
const FAILED = 'it is FAILED, with the reason in `error`'
const OLDEST_DROPPED = 'the least recent one is forgotten'
const WAITS = 'the next one waits'
const RATE_LIMITED = '429 `rate_limited` with `Retry-After`'
const SLOWED = '429 `sign_in_slowed` with `Retry-After`'
const UNLESS_KNOWN = `${SLOWED}, except from a network known to the account`
const LEFT_OUT = 'left out of the calendar'
const BUSY = '429 `organization_busy` with `Retry-After: 1`'

type Row = [subject: string, unit: Limit['unit'], beyond?: string]

function inGroup<Name extends string>(group: Limit['group'], rows: Record<Name, Row>) {
  const limits = Object.entries<Row>(rows).map(([name, [subject, unit, beyond = INVALID]]) => [
    name,
    { group, subject, unit, beyond },
  ])
  return Object.fromEntries(limits) as Record<Name, Limit>
}

/** Every bound by its constant; the compiler reports a missing row. */
export const LIMITS = {
  ...inGroup('Requests', {
    MAX_REFUSED_BYTES: [
      'refused body that is read',
      'bytes',
      `${CLOSED} and the response may be lost`,
    ],
    MAX_HEAD_BYTES: ['request line and headers', 'bytes', '431 `headers_too_large`'],
    MAX_ACCEPT_LANGUAGE_LENGTH: [
      '`Accept-Language` that chooses a language',
      'characters',
      'ignored',
    ],
    MAX_HEAD_MS: ['time to send request line and headers', 'ms', '408 `request_timeout`'],
    MAX_REQUEST_MS: ['time to send a whole request', 'ms', '408 `request_timeout`'],
    MAX_BODY_BYTES: ['JSON body', 'bytes', TOO_LARGE],
    MAX_IMPORT_BYTES: ['body of a bulk import', 'bytes', TOO_LARGE],
    MAX_PUBLIC_BODY_BYTES: ['body of an operation without a credential', 'bytes', TOO_LARGE],
    MAX_REVISION_BODY_BYTES: ["body of a client's revision request", 'bytes', TOO_LARGE],
    MAX_FORM_BYTES: ['form on a staff page', 'bytes', TOO_LARGE],
    MAX_FILE_FORM_FIELDS: ['fields of a form with a file', 'fields'],
    MAX_FILE_FORM_BYTES: ['form with a file to import', 'bytes', TOO_LARGE],
    MAX_JSON_VALUES_PER_MIB: ['members and items per MiB of allowed body', 'values', TOO_COMPLEX],
    MIN_JSON_VALUES: ['the same, at least, for a small body', 'values', TOO_COMPLEX],
    MAX_JSON_DEPTH: ['nesting of objects and arrays', 'levels', TOO_COMPLEX],
    MAX_VIOLATIONS: ['violations in one response', 'violations', 'the rest is left out'],
    MAX_IDEMPOTENCY_KEY_LENGTH: ['`Idempotency-Key`', 'characters', '400, which names the header'],
    MAX_REQUEST_ID_LENGTH: ['`X-Request-Id`', 'characters', 'replaced by a new one'],
    MAX_ANSWER_LENGTH: ["answer of an agent's tool", 'characters', 'cut, with a cursor'],
    MAX_MESSAGE_PARAMS: ["`params` of an agent's message", 'members'],
    MAX_CONFIRMATION_MS: ["life of an agent's `confirm`", 'ms', '409 `confirmation_refused`'],
    MAX_IGNORED_NAMES: ['names in `X-Ignored-Fields`', 'names', ELLIPSIS],
    MAX_IGNORED_BYTES: ['`X-Ignored-Fields`', 'bytes', ELLIPSIS],
    MAX_UNREAD_MS: ['time without progress of a response', 'ms', CLOSED],
    MIN_READ_BYTES: ['part of a response that counts as progress, at least', 'bytes', CLOSED],
    MAX_UNREAD_BYTES: ['unread responses of a process', 'bytes', 'the slowest one is closed'],
    MAX_UNWRITTEN_REQUESTS: ['requests buffered for the request log', 'requests', NOT_LOGGED],
    MAX_UNWRITTEN_REFUSALS: ['the same, with a refused API key', 'requests', NOT_LOGGED],
    MAX_COUNTED_KEYS: ['keys with buffered calls', 'keys', 'further keys are not counted'],
    REQUEST_LOG_DAYS: ['age of the request log', 'days', 'deleted'],
    MAX_CONNECTIONS: ['connections of a process', 'connections', 'the next one is closed'],
    MAX_WAITING_REQUESTS: [
      'pipelined requests',
      'requests',
      `dropped, and ${CLOSED} after the last response`,
    ],
    MAX_PUBLIC_CALLS: [
      'calls of a network without a credential, and of one archive URL, per process',
      'calls',
      '429 `rate_limited`',
    ],
    PUBLIC_WINDOW_MS: ['window of these calls', 'ms', NONE],
    MAX_COUNTED_NETWORKS: ['networks counted at a time', 'networks', OLDEST_DROPPED],
    MAX_FREEZE_MS: ['time a move refuses changes, at a time', 'ms', '503 `organization_moving`'],
  }),
  ...inGroup('Lists and searches', {
    MAX_PAGE_RECORDS: ['`limit` of a page', 'records'],
    MAX_PAGE_BYTES: ['page', 'bytes', 'the page ends before the record, with `nextCursor`'],
    MAX_LISTED_VALUE_BYTES: ['value read with its row', 'bytes', 'read in a separate query'],
    MAX_CURSOR_LENGTH: ['`cursor`', 'characters'],
    MAX_REPEATED_VALUES: ['values of a repeatable parameter', 'values'],
    MAX_ROUTE_LENGTH: ['`route` of the request log', 'characters'],
    MAX_SEARCH_LENGTH: ['`q`', 'characters'],
    MAX_SEARCH_WORDS: ['words of `q`', 'words'],
    MIN_SEARCH_WORD_LENGTH: ['word of `q`, at least', 'characters'],
    MAX_INDEXED_WORDS: ['distinct words of a record', 'words', 'later ones are not found'],
    MAX_INDEXED_WORD_LENGTH: ['compared characters of a word', 'characters', 'the rest is ignored'],
    MAX_SEARCH_MS: ['time of a search, of a report', 'ms', '503 `search_timeout`'],
  }),
  ...inGroup('Fields', {
    MAX_NAME_LENGTH: [
      'name, company, part of an address, label or choice of a question',
      'characters',
    ],
    MAX_LABEL_LENGTH: ['code of a discount, name of a key, method of a payment', 'characters'],
    MAX_REFERENCE_LENGTH: ['reference of a payment', 'characters'],
    MAX_EXTERNAL_ID_LENGTH: ['`externalId`', 'characters'],
    MAX_EMAIL_LENGTH: ['e-mail address', 'characters'],
    MAX_PHONE_LENGTH: ['phone number', 'characters'],
    MAX_LOGO_URL_LENGTH: ['`logoUrl` of an organization', 'characters'],
    MAX_TERMS_LENGTH: [
      '`deliveryTerms` of an organization, `terms` of an order form',
      'characters',
    ],
    MAX_DELIVERY_NOTE_LENGTH: ['`deliveryNote` of an organization', 'characters'],
    MAX_NOTES_LENGTH: ['notes, description, message, comment', 'characters'],
  }),
  ...inGroup('Projects and invoices', {
    MAX_PROJECT_BYTES: ['record of a project, as JSON', 'bytes'],
    MAX_BOOKING_ANSWERS: ['booking answers', 'answers'],
    MAX_BOOKING_ANSWERS_BYTES: ['booking answers together, as JSON', 'bytes'],
    MAX_BOOKING_TEXT_LENGTH: ['booking question, booking answer', 'characters'],
    MAX_ADD_ONS: ['add-ons', 'add-ons'],
    MAX_DURATION_MINUTES: ['duration', 'minutes'],
    MAX_PROPERTY_SIZE: ['property size', "in the organization's unit"],
    MAX_SIZE_TIERS: ['`sizeTiers` of a package or add-on', 'tiers'],
    MAX_TRAVEL_ZONES: ['`travelZones` of an organization', 'zones'],
    MAX_TRAVEL_ZONES_BYTES: ['these together, as JSON', 'bytes'],
    MAX_ZONE_POSTAL_CODES: ['postal codes of a travel zone', 'prefixes'],
    MAX_POSTAL_PREFIX_LENGTH: ['prefix of postal codes', 'characters'],
    MAX_ZONE_RADIUS_KM: ['radius of a travel zone', 'kilometers'],
    MAX_ZONE_TECHNICIANS: ['technicians of a travel zone', 'people'],
    MAX_TRAVEL_MINUTES: ['travel before and after a shoot', 'minutes'],
    MAX_WORKING_INTERVALS: ['working hours of a day', 'intervals'],
    MAX_VISITS: ['visits of a project', 'visits', '409 `too_many_visits`'],
    MAX_LISTED_VISIT_PROJECTS: [
      'latest visits of a person by which `visitTechnicianId` finds projects',
      'visits',
      'not found',
    ],
    MAX_CHANGE_RULES: ['`changePolicy` of an organization', 'rules'],
    MAX_CHANGE_HOURS: ['notice in a rule of changes', 'hours'],
    MAX_FREE_RESCHEDULES: ['moves without a fee', 'moves'],
    MAX_CHANGE_REASON_LENGTH: ['reason of a move or a cancellation', 'characters'],
    MAX_CANCELLED_INVOICES: [
      'invoices of a project that a cancellation settles; their payments',
      'each',
      '409 `too_many_invoices`',
    ],
    MAX_TIME_OFF: ['time off of a person', 'entries', '409 `too_many_time_off`'],
    MAX_TIME_OFF_DAYS: ['length of a time off', 'days'],
    MAX_TIME_OFF_NOTE_LENGTH: ['note of a time off', 'characters'],
    MAX_AVAILABILITY_DAYS: ['availability: period; horizon of an order form', 'days'],
    MAX_AVAILABILITY_TECHNICIANS: ['availability: technicians; those of an order form', 'people'],
    MAX_AVAILABILITY_SHOOTS: ['availability: shoots read', 'shoots'],
    CALENDAR_DAYS_BACK: ['calendar: days before today', 'days', LEFT_OUT],
    CALENDAR_DAYS_AHEAD: ['calendar: days after today', 'days', LEFT_OUT],
    MAX_CALENDAR_PROJECTS: ['calendar: projects', 'projects', LEFT_OUT],
    MAX_CALENDAR_NOTES_LENGTH: ['calendar: notes of a project', 'characters', LEFT_OUT],
    MAX_CALENDAR_READS: ['calendar: reads in a minute', 'calls', RATE_LIMITED],
    MAX_CUSTOMER_GROUPS: [
      'customer groups of an organization',
      'groups',
      `${CONFLICT} \`too_many_groups\``,
    ],
    MAX_GROUP_MEMBERS: [
      'members of a customer group',
      'members',
      `${CONFLICT} \`too_many_members\``,
    ],
    MAX_GROUP_PRICES: ['prices of a customer group', 'prices'],
    MAX_NET_DAYS: ['`netDays` of a customer group', 'days'],
    MAX_STATEMENT_DAYS: ['days of a statement', 'days'],
    MAX_REPORT_BUCKETS: ['buckets of a report', 'days, weeks or months'],
    MAX_REPORT_ROWS: ['rows of a report', 'rows'],
    MAX_OWED_ROWS: ['customers in `owed`, highest balances first', 'rows', 'added up in one row'],
    MAX_INVOICE_LINES: ['lines of an invoice', 'lines'],
    MAX_INVOICE_BYTES: ['record of an invoice, as JSON', 'bytes'],
    MAX_LINE_DESCRIPTION_LENGTH: ['description of a line', 'characters'],
    MAX_QUANTITY: ['quantity of a line', 'pieces'],
    MAX_UNIT_AMOUNT: ['price, amount', 'minor units'],
    MAX_BASIS_POINTS: ['tax, discount, deposit', 'hundredths of a percent'],
    MAX_SHOWN_PAYMENTS: ['payments on a pay page, newest first', 'payments', LEFT_OUT],
    MAX_REFUND_REASON_LENGTH: ['reason of a refund', 'characters'],
    MAX_REDEMPTIONS: ['redemptions of a discount', 'projects'],
  }),
  ...inGroup('Order pages', {
    MAX_FORM_PACKAGES: ['packages of an order form', 'packages'],
    MAX_FORM_QUESTIONS: ['questions', 'questions'],
    MAX_FORM_QUESTIONS_BYTES: ['questions together, as JSON', 'bytes'],
    MAX_QUESTION_KEY_LENGTH: ['`key` of a question', 'characters'],
    MAX_QUESTION_CHOICES: ['choices of a question', 'choices'],
    MAX_FRAME_ANCESTORS: ['`frameAncestors`', 'origins'],
    MAX_ORIGIN_LENGTH: ['origin', 'characters'],
    MIN_SLOT_MINUTES: ['`slotMinutes`, at least', 'minutes'],
    MAX_SLOT_MINUTES: ['`slotMinutes`', 'minutes'],
    MAX_NOTICE_HOURS: ['`noticeHours`', 'hours'],
    HOLD_MS: ['time that a hold lasts', 'ms', 'the time is free again'],
    MAX_HOLDS_OF_NETWORK: [
      'live holds of a network at an organization',
      'holds',
      '429 `too_many_holds` with `Retry-After`',
    ],
    MAX_HOLDS: ['live holds of an organization', 'holds', '409 `holds_full`'],
    MAX_NEW_HOLDS_OF_NETWORK: [
      'new holds of a network at an organization, ordered ones included',
      'holds',
      '429 `too_many_holds` with `Retry-After`',
    ],
    NEW_HOLDS_SPAN_MS: ['window of new holds', 'ms', NONE],
    MAX_CLIENT_MOVES_OF_DAY: ['moves of an order by its client in 24 hours', 'moves', RATE_LIMITED],
    MAX_WRONG_DISCOUNT_CODES: ['wrong discount codes from a network', 'codes', RATE_LIMITED],
    WRONG_DISCOUNT_CODE_SPAN_MS: ['window of wrong discount codes', 'ms', NONE],
    UNCONFIRMED_ORDER_DAYS: [
      'client of an order that expired or was declined',
      'days',
      'erased from it',
    ],
  }),
  ...inGroup('Property websites', {
    MAX_WEBSITE_DESCRIPTION_LENGTH: ['`description`', 'characters'],
    MAX_WEBSITE_CONTACTS: ['contacts', 'contacts'],
    MAX_WEBSITE_TOURS: ['tours', 'tours'],
    MAX_TOUR_URL_LENGTH: ['URL of a tour', 'characters'],
    MAX_ROOMS: ['bedrooms, bathrooms', 'rooms'],
    MAX_LOT_SIZE: ['`lotSize`', "in the organization's sizeUnit"],
    MIN_YEAR_BUILT: ['`yearBuilt`, at least', 'year'],
    MAX_YEAR_BUILT: ['`yearBuilt`', 'year'],
    MAX_WEBSITE_VIEW_DAYS: ['days of views that are shown', 'days', 'the newest are shown'],
    MAX_LEAD_MESSAGE_LENGTH: ['`message` of a lead', 'characters'],
    MAX_LEADS_OF_NETWORK: ['leads from a network', 'leads', RATE_LIMITED],
    LEAD_SPAN_MS: ['window of leads', 'ms', NONE],
    LEAD_DAYS: ['lead', 'days', 'erased'],
  }),
  ...inGroup('Payments', {
    MAX_PROVIDER_SECRET_LENGTH: [
      "key or webhook secret of an organization's account",
      'characters',
    ],
    MAX_PAYMENT_EVENT_BYTES: ['event of a payment provider', 'bytes', TOO_LARGE],
    MAX_PAYMENT_EVENTS: [
      'signed events of an account, per process and minute',
      'events',
      `${RATE_LIMITED}; the provider sends them again`,
    ],
    MAX_PROVIDER_CALLS: ['payments that a dispatcher reads at once', 'payments', WAITS],
    MAX_ORGANIZATION_PROVIDER_CALLS: ['of which of one organization', 'payments', WAITS],
    MAX_CLOSED_CHECKOUTS: [
      'open payment pages that removing an account closes',
      'pages',
      '409 `payments_open`: remove it again',
    ],
    HINT_DAYS: ["how long a provider's events are noted", 'days', 'they are forgotten'],
  }),
  ...inGroup('Files and imports', {
    MAX_FILE_BYTES: ['file', 'bytes'],
    MAX_CONTENT_TYPE_LENGTH: ['media type of a file', 'characters'],
    MAX_OBJECT_KEY_LENGTH: ['`key`', 'characters'],
    MAX_CDN_URL_LENGTH: ['`cdnUrl`', 'characters'],
    MAX_FILENAME_LENGTH: ['name of a file', 'characters'],
    MAX_BATCH_FILES: ['files of a batch', 'files'],
    MAX_MEDIA_OF_PROJECT: ['media of a project', 'media', CONFLICT],
    MAX_REVISION_ITEMS: ['items of a revision request', 'items'],
    MAX_REVISION_COMMENT_LENGTH: ['comment of an item, answer to it', 'characters'],
    MAX_VIDEO_SECONDS: ['`time` of an item', 'seconds'],
    MAX_ALTERATION_NOTE_LENGTH: ['note about an altered picture', 'characters'],
    MAX_PICTURE_PIXELS: ['picture', 'pixels', REFUSED],
    MAX_PICTURE_BYTES: ['picture', 'bytes', REFUSED],
    MAX_PICTURE_MS: ['time to make its previews', 'ms', REFUSED],
    MAX_PICTURE_MEMORY_BYTES: ['memory to make its previews', 'bytes', REFUSED],
    MAX_PICTURE_CRASHES: ['crashes of a process that reads a picture', 'crashes', REFUSED],
    MAX_LOGO_BYTES: ['uploaded logo', 'bytes'],
    MAX_LOGO_PIXELS: ['uploaded logo', 'pixels', 'the `logo` is REFUSED, with the reason'],
    MAX_CREDIT_LENGTH: ['credit, copyright and artist in previews', 'characters', CUT],
    MAX_ARCHIVE_MEDIA: ['`media` of an archive', 'media'],
    ARCHIVE_SECONDS: ['life of an archive URL', 'seconds', '404 `not_found`'],
    MAX_ARCHIVES_OF_NETWORK: [
      'concurrent archives of a network per media process',
      'archives',
      '429 `too_many_downloads`',
    ],
    MAX_ARCHIVES: ['concurrent archives of a media process', 'archives', '503 `downloads_busy`'],
    MAX_IMPORT_ROWS: ['rows of a bulk import', 'rows'],
    MAX_IMPORT_VIOLATIONS: [
      'violations of all rows of an import',
      'violations',
      'further rows keep their first',
    ],
    MAX_CSV_COLUMNS: ['columns of a CSV file', 'columns', 'the file is refused with 400'],
    MAX_CSV_ROW_BYTES: ['row of a CSV file', 'bytes', ROW_FAILED],
    MAX_JSON_ROW_BYTES: ['row of a JSON import', 'bytes', ROW_FAILED],
    MAX_AROUND_ROWS_BYTES: ['a JSON import without its rows', 'bytes'],
    MAX_WAITING_IMPORTS: ['unfinished bulk imports', 'imports', CONFLICT],
  }),
  ...inGroup('Credentials', {
    MIN_PASSWORD_LENGTH: ['password, at least', 'characters'],
    MAX_PASSWORD_LENGTH: ['password', 'characters'],
    MAX_TOKEN_LENGTH: ['token of an invitation', 'characters'],
    MAX_LIVE_API_KEYS: ['live API keys of an organization', 'keys', CONFLICT],
    KEY_USAGE_DAYS: ['usage of a key, today included', 'days', 'deleted'],
    MAX_LIVE_SESSIONS: ['live sessions of a person', 'sessions', 'the oldest ends'],
    MAX_FAILED_SIGN_INS: ['wrong passwords for an address from a network', 'passwords', SLOWED],
    MAX_FAILED_SIGN_INS_OF_ADDRESS: ['wrong passwords for an address', 'passwords', UNLESS_KNOWN],
    MAX_FAILED_SIGN_INS_OF_NETWORK: ['wrong passwords from a network', 'passwords', SLOWED],
    FAILED_SIGN_IN_SPAN_MS: ['window of wrong passwords', 'ms', NONE],
    MAX_SIGN_INS: ['attempts for an address from a network', 'attempts', SLOWED],
    MAX_SIGN_INS_OF_NETWORK: ['attempts from a network', 'attempts', SLOWED],
    SIGN_IN_SPAN_MS: ['window of attempts', 'ms', NONE],
    KNOWN_NETWORK_DAYS: ['a network stays known to an account', 'days', NONE],
    MAX_KNOWN_NETWORKS: ['known networks of an account', 'networks', OLDEST_DROPPED],
    MAX_RESETS_OF_ADDRESS: ['password resets requested for an address', 'requests', RATE_LIMITED],
    MAX_RESETS_OF_NETWORK: ['password resets requested from a network', 'requests', RATE_LIMITED],
    RESET_SPAN_MS: ['window of password resets', 'ms', NONE],
  }),
  ...inGroup("The customer's pages", {
    MAX_PORTAL_SIGN_INS_OF_ADDRESS: [
      'sign-in links requested for an address',
      'requests',
      RATE_LIMITED,
    ],
    MAX_PORTAL_SIGN_INS_OF_NETWORK: [
      'sign-in links requested from a network',
      'requests',
      RATE_LIMITED,
    ],
    PORTAL_SIGN_IN_SPAN_MS: ['window of sign-in links', 'ms', NONE],
    MAX_PORTAL_SESSIONS: ['live sessions of a customer', 'sessions', 'the oldest ends'],
    PORTAL_SESSION_DAYS: ['a session of a customer lives', 'days', NONE],
    MAX_PORTAL_FORMS: ['order forms that a customer is shown', 'forms', 'the oldest are shown'],
  }),
  ...inGroup('Webhooks', {
    MAX_SUBSCRIPTIONS: ['subscriptions of an organization', 'subscriptions', CONFLICT],
    MAX_RECEIVER_URL_LENGTH: ['URL of a receiver', 'characters'],
    MAX_SUBSCRIPTION_DESCRIPTION_LENGTH: ['`description` of a subscription', 'characters'],
    MAX_METADATA_KEYS: ['keys of `metadata`', 'keys'],
    MAX_METADATA_KEY_LENGTH: ['key of `metadata`', 'characters'],
    MAX_METADATA_VALUE_LENGTH: ['value of `metadata`', 'characters'],
    MAX_OWN_HEADERS: ['`headers` of a subscription', 'headers'],
    MAX_OWN_HEADER_NAME_LENGTH: ['name of such a header', 'characters'],
    MAX_OWN_HEADER_VALUE_LENGTH: ['value of such a header', 'characters'],
    MAX_FILTER_VALUES: ['values of each list of `filter`', 'values'],
    MAX_RECEIVER_RATE: ['`maxPerSecond`', 'webhooks'],
    MAX_OVERLAP_SECONDS: ['`overlapSeconds`', 'seconds'],
    MAX_RECOVERED_DELIVERIES: [
      'deliveries of a recovery, per kind',
      'deliveries',
      '`more` is true',
    ],
    MAX_WALKED_DELIVERIES: ['deliveries scanned for a page', 'deliveries', 'the page ends early'],
    MAX_LOOKED_UP_EVENTS: ['events looked up by project', 'events', 'the list is scanned'],
    STATS_HOURS: ['hours of the statistics of a subscription', 'hours', NONE],
    MAX_RESPONSE_BYTES: ['response of a receiver', 'bytes', `${CLOSED}; its status counts`],
    MAX_RESPONSE_BODY_BYTES: ['read body of the response', 'bytes', 'not read; the status counts'],
    MAX_EVENT_BYTES: ['payload of an event, as JSON', 'bytes', 'impossible: records are smaller'],
    MAX_HELD_PAYLOAD_BYTES: ['payloads a dispatcher holds', 'bytes', WAITS],
    MAX_CRASHES_OF_A_JOB: ['crashes while a webhook is posted', 'crashes', FAILED],
    MAX_HOST_CONNECTIONS: ['connections to a host per organization', 'connections', WAITS],
  }),
  ...inGroup('Mail', {
    MAX_WARNED_ADMINS: ['admins told of a disabled webhook', 'people', 'the oldest members get it'],
    MAX_TOLD_MANAGERS: [
      'admins and managers told of an order',
      'people',
      'the oldest members get it',
    ],
    MAX_MAILS_OF_DAY: [
      'mails in 24 hours, password resets and sign-in links aside',
      'mails',
      FAILED,
    ],
    MAX_STRANGERS_MAILS_OF_DAY: ['of these, about orders and leads', 'mails', FAILED],
    MAX_PORTAL_MAILS_OF_DAY: [
      'sign-in links of a customer in 24 hours',
      'mails',
      '202 without a mail',
    ],
    MAX_RESET_MAILS_OF_DAY: [
      'password resets of a person in 24 hours',
      'mails',
      '202 without a mail',
    ],
    MAX_MAIL_ATTEMPTS: ['attempts to send a mail', 'attempts', 'it is FAILED'],
    MAX_MAIL_MS: ['time of an attempt', 'ms', `${CLOSED}, and the attempt repeated`],
    MAX_MAIL_CONNECTIONS: ['mails a dispatcher sends at a time', 'mails', WAITS],
    MAX_MAIL_NAME_LENGTH: ['name in a mail header', 'characters', CUT],
    MAX_MAIL_TEXT_LENGTH: ['message or comment in a mail', 'characters', CUT],
  }),
  ...inGroup('One organization in one process', {
    ORGANIZATION_CONNECTION_SHARE: ['database connections', 'share', 'its next call waits'],
    MAX_ORGANIZATION_SEARCHES: ['concurrent searches', 'searches', BUSY],
    MAX_ORGANIZATION_REPORTS: ['concurrent reports', 'reports', BUSY],
    LARGE_BODY_BYTES: ['body that counts as large', 'bytes', 'large bodies take turns'],
    MAX_ORGANIZATION_LARGE_BODIES: ['large bodies handled at a time', 'bodies', BUSY],
    MAX_ORGANIZATION_WAITING: ['waiting calls', 'calls', BUSY],
    MAX_ORGANIZATION_WAIT_MS: ['wait of a call', 'ms', BUSY],
    MAX_LOGGED_REQUESTS: [
      'logged requests per window',
      'requests',
      'half are kept for other errors than 401 and 429',
    ],
    LOGGED_REQUESTS_SPAN_MS: ['window of logged requests', 'ms', NONE],
  }),
} satisfies Record<keyof typeof bounds, Limit>
