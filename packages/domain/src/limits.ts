import type * as bounds from './bounds.ts'

/** The unit of a bound. `bytes`, `ms` and `share` are written in the largest unit that fits. */
type Unit = 'bytes' | 'ms' | 'share' | (string & {})

/** A bound of `bounds.ts` in words, for docs/limits.md. */
export interface Limit {
  group: (typeof LIMIT_GROUPS)[number]
  /** What is bounded. */
  subject: string
  unit: Unit
  /** The effect beyond the bound: status and code. */
  beyond: string
}

/** The parts of docs/limits.md, in their order. */
export const LIMIT_GROUPS = [
  'Requests',
  'Lists and searches',
  'Fields',
  'Projects and invoices',
  'Files and imports',
  'Credentials',
  'Webhooks',
  'Mail',
  'One organization in one process',
] as const

const INVALID = '400 `invalid_request`, which names the field'
const TOO_COMPLEX = '400 `body_too_complex`'
const TOO_LARGE = '413 `body_too_large`'
const CONFLICT = '409'
const REFUSED = 'its `preview` is REFUSED, with the reason'
const WAITS = 'the next one waits'
const RATE_LIMITED = '429 `rate_limited` with `Retry-After`'
const SLOWED = '429 `sign_in_slowed` with `Retry-After`'
const BUSY = '429 `organization_busy` with `Retry-After: 1`'

/** Every bound, by the name of its constant. The compiler asks for a row of each bound. */
export const LIMITS = {
  MAX_REFUSED_BYTES: request(
    'refused body that is read, so that the response arrives',
    'bytes',
    'the connection is closed, and the response may be lost',
  ),
  MAX_HEAD_BYTES: request('first line and headers', 'bytes', '431 `headers_too_large`'),
  MAX_HEAD_MS: request('time for first line and headers', 'ms', '408 `request_timeout`'),
  MAX_REQUEST_MS: request('time for a whole request', 'ms', '408 `request_timeout`'),
  MAX_BODY_BYTES: request('JSON body', 'bytes', TOO_LARGE),
  MAX_IMPORT_BYTES: request('body of a bulk import', 'bytes', TOO_LARGE),
  MAX_PUBLIC_BODY_BYTES: request('body of an operation without a credential', 'bytes', TOO_LARGE),
  MAX_REVISION_BODY_BYTES: request("body of a client's revision request", 'bytes', TOO_LARGE),
  MAX_FORM_BYTES: request('form of a staff page', 'bytes', TOO_LARGE),
  MAX_FILE_FORM_FIELDS: request('fields of such a form', 'fields', INVALID),
  MAX_FILE_FORM_BYTES: request('form of a staff page with a file to import', 'bytes', TOO_LARGE),
  MAX_JSON_VALUES_PER_MIB: request(
    'members of objects and items of arrays, for each MiB that the body may have',
    'values',
    TOO_COMPLEX,
  ),
  MIN_JSON_VALUES: request('the same for a small body, at least', 'values', TOO_COMPLEX),
  MAX_JSON_DEPTH: request('objects and arrays inside each other', 'levels', TOO_COMPLEX),
  MAX_VIOLATIONS: request('violations in one response', 'violations', 'the rest is left out'),
  MAX_IDEMPOTENCY_KEY_LENGTH: request(
    '`Idempotency-Key`',
    'characters',
    '400 `invalid_request`, which names the header',
  ),
  MAX_REQUEST_ID_LENGTH: request('`X-Request-Id`', 'characters', 'it is replaced by a new one'),
  MAX_IGNORED_NAMES: request('names in `X-Ignored-Fields`', 'names', '`…` replaces the rest'),
  MAX_IGNORED_BYTES: request('`X-Ignored-Fields`', 'bytes', '`…` replaces the rest'),
  MAX_UNREAD_MS: request(
    'time for which a response may make no progress',
    'ms',
    'the connection is closed',
  ),
  MIN_READ_BYTES: request(
    'part of a response that counts as progress, at least',
    'bytes',
    'the connection is closed',
  ),
  MAX_UNREAD_BYTES: request(
    'responses of a process that are not read yet',
    'bytes',
    'the connection of the oldest response is closed',
  ),
  MAX_UNWRITTEN_REQUESTS: request(
    'requests that a process holds for the request log',
    'requests',
    'left out of the log, and counted in a metric',
  ),
  MAX_UNWRITTEN_REFUSALS: request(
    'the same with a refused API key',
    'requests',
    'left out of the log, and counted in a metric',
  ),
  MAX_COUNTED_KEYS: request(
    'keys whose calls a process counts until the counts are written',
    'keys',
    'the calls of further keys are not counted',
  ),
  REQUEST_LOG_DAYS: request('time for which the request log is kept', 'days', 'deleted'),
  MAX_CONNECTIONS: request('connections of a process', 'connections', 'the next one is closed'),
  MAX_WAITING_REQUESTS: request(
    'requests of one connection that wait for the response to an earlier one',
    'requests',
    'dropped; the connection is closed after the last one that waits',
  ),
  MAX_PUBLIC_CALLS: request(
    'calls of one network without a credential, and of one address of an archive, in each process',
    'calls',
    '429 `rate_limited`',
  ),
  PUBLIC_WINDOW_MS: request('window in which these calls are counted', 'ms', '–'),
  MAX_COUNTED_NETWORKS: request(
    'networks whose calls are counted at a time',
    'networks',
    'the one that called longest ago is forgotten',
  ),

  MAX_PAGE_RECORDS: list('`limit` of a page', 'records', INVALID),
  MAX_PAGE_BYTES: list('page', 'bytes', 'the page ends before the record, with `nextCursor`'),
  MAX_LISTED_VALUE_BYTES: list(
    'stored value that is read with the rows of a page',
    'bytes',
    'it is read in a query of its own',
  ),
  MAX_CURSOR_LENGTH: list('`cursor`', 'characters', INVALID),
  MAX_REPEATED_VALUES: list('values of a parameter that may be repeated', 'values', INVALID),
  MAX_ROUTE_LENGTH: list('`route` of the request log', 'characters', INVALID),
  MAX_SEARCH_LENGTH: list('`q`', 'characters', INVALID),
  MAX_SEARCH_WORDS: list('words of `q`', 'words', INVALID),
  MIN_SEARCH_WORD_LENGTH: list('word of `q`, at least', 'characters', INVALID),
  MAX_INDEXED_WORDS: list('different words of a record', 'words', 'later ones are not found'),
  MAX_INDEXED_WORD_LENGTH: list(
    'characters of a word that a search compares',
    'characters',
    'the rest is ignored',
  ),
  MAX_SEARCH_MS: list('time of a search', 'ms', '503 `search_timeout`'),

  MAX_NAME_LENGTH: field('name, company, part of an address', 'characters'),
  MAX_LABEL_LENGTH: field('code of a discount, name of a key, method of a payment', 'characters'),
  MAX_REFERENCE_LENGTH: field('reference of a payment', 'characters'),
  MAX_EXTERNAL_ID_LENGTH: field('`externalId`', 'characters'),
  MAX_EMAIL_LENGTH: field('e-mail address', 'characters'),
  MAX_PHONE_LENGTH: field('phone number', 'characters'),
  MAX_LOGO_URL_LENGTH: field('`logoUrl` of an organization', 'characters'),
  MAX_TERMS_LENGTH: field('`deliveryTerms` of an organization', 'characters'),
  MAX_NOTES_LENGTH: field('notes, description, message, comment', 'characters'),

  MAX_PROJECT_BYTES: money('record of a project, as JSON', 'bytes'),
  MAX_BOOKING_ANSWERS: money('booking answers', 'answers'),
  MAX_BOOKING_ANSWERS_BYTES: money('booking answers together, as JSON', 'bytes'),
  MAX_BOOKING_TEXT_LENGTH: money('booking question, booking answer', 'characters'),
  MAX_ADD_ONS: money('add-ons', 'add-ons'),
  MAX_DURATION_MINUTES: money('duration', 'minutes'),
  MAX_TRAVEL_MINUTES: money('travel before and after a shoot', 'minutes'),
  MAX_WORKING_INTERVALS: money('working hours of a day', 'intervals'),
  MAX_AVAILABILITY_DAYS: money('time of which the availability is asked', 'days'),
  MAX_AVAILABILITY_TECHNICIANS: money('technicians of whom the availability is asked', 'people'),
  MAX_AVAILABILITY_SHOOTS: money('shoots that the availability reads', 'shoots'),
  CALENDAR_DAYS_BACK: calendar('days before today', 'days'),
  CALENDAR_DAYS_AHEAD: calendar('days after today', 'days'),
  MAX_CALENDAR_PROJECTS: calendar('projects', 'projects'),
  MAX_CALENDAR_NOTES_LENGTH: calendar('notes of a project', 'characters'),
  MAX_CALENDAR_READS: {
    ...calendar('reads in a minute', 'calls'),
    beyond: '429 `rate_limited` with `Retry-After`',
  },
  MAX_INVOICE_LINES: money('lines of an invoice', 'lines'),
  MAX_INVOICE_BYTES: money('record of an invoice, as JSON', 'bytes'),
  MAX_LINE_DESCRIPTION_LENGTH: money('description of a line', 'characters'),
  MAX_QUANTITY: money('quantity of a line', 'pieces'),
  MAX_UNIT_AMOUNT: money('price, amount', 'minor units'),
  MAX_BASIS_POINTS: money('tax, discount', 'hundredths of a percent'),
  MAX_REDEMPTIONS: money('redemptions of a discount', 'projects'),

  MAX_FILE_BYTES: file('file', 'bytes', INVALID),
  MAX_CONTENT_TYPE_LENGTH: file('media type of a file', 'characters', INVALID),
  MAX_OBJECT_KEY_LENGTH: file('`key`', 'characters', INVALID),
  MAX_CDN_URL_LENGTH: file('`cdnUrl`', 'characters', INVALID),
  MAX_FILENAME_LENGTH: file('name of a file', 'characters', INVALID),
  MAX_BATCH_FILES: file('files of a batch', 'files', INVALID),
  MAX_MEDIA_OF_PROJECT: file('media of a project', 'media', CONFLICT),
  MAX_REVISION_ITEMS: file('items of a revision request', 'items', INVALID),
  MAX_REVISION_COMMENT_LENGTH: file('comment of an item, answer to it', 'characters', INVALID),
  MAX_VIDEO_SECONDS: file('`time` of an item', 'seconds', INVALID),
  MAX_ALTERATION_NOTE_LENGTH: file('note about an altered picture', 'characters', INVALID),
  MAX_PICTURE_PIXELS: file('picture', 'pixels', REFUSED),
  MAX_PICTURE_BYTES: file('picture', 'bytes', REFUSED),
  MAX_PICTURE_MS: file('time to make its smaller pictures', 'ms', REFUSED),
  MAX_PICTURE_MEMORY_BYTES: file('memory to make its smaller pictures', 'bytes', REFUSED),
  MAX_PICTURE_CRASHES: file('deaths of a process that reads a picture', 'deaths', REFUSED),
  MAX_CREDIT_LENGTH: file(
    'copyright and artist in the smaller pictures',
    'characters',
    'it is cut',
  ),
  MAX_ARCHIVE_MEDIA: file('`media` of an archive', 'media', INVALID),
  ARCHIVE_SECONDS: file('life of the address of an archive', 'seconds', '404 `not_found`'),
  MAX_ARCHIVES_OF_NETWORK: file(
    'archives that one network reads from a media process at a time',
    'archives',
    '429 `too_many_downloads`',
  ),
  MAX_ARCHIVES: file(
    'archives that a media process sends at a time',
    'archives',
    '503 `downloads_busy`',
  ),
  MAX_IMPORT_ROWS: file('rows of a bulk import', 'rows', INVALID),
  MAX_IMPORT_VIOLATIONS: file(
    'violations kept for all rows of an import',
    'violations',
    'each further row keeps its first one',
  ),
  MAX_CSV_COLUMNS: file('columns of a CSV file', 'columns', 'the file is refused with 400'),
  MAX_CSV_ROW_BYTES: file('row of a CSV file', 'bytes', 'the row is FAILED'),
  MAX_JSON_ROW_BYTES: file('row of a JSON import', 'bytes', 'the row is FAILED'),
  MAX_AROUND_ROWS_BYTES: file('a JSON import beside its rows', 'bytes', INVALID),
  MAX_WAITING_IMPORTS: file('bulk imports that have not ended', 'imports', CONFLICT),

  MIN_PASSWORD_LENGTH: credential('password, at least', 'characters', INVALID),
  MAX_PASSWORD_LENGTH: credential('password', 'characters', INVALID),
  MAX_TOKEN_LENGTH: credential('token of an invitation', 'characters', INVALID),
  MAX_LIVE_API_KEYS: credential('live API keys of an organization', 'keys', CONFLICT),
  KEY_USAGE_DAYS: credential('days for which the calls of a key are counted', 'days', 'deleted'),
  MAX_LIVE_SESSIONS: credential('live sessions of a person', 'sessions', 'the oldest ends'),
  MAX_FAILED_SIGN_INS: credential(
    'wrong passwords for one address from one network',
    'passwords',
    SLOWED,
  ),
  MAX_FAILED_SIGN_INS_OF_ADDRESS: credential(
    'wrong passwords for one address over all networks',
    'passwords',
    `${SLOWED}, but not for a network that is known to the account`,
  ),
  MAX_FAILED_SIGN_INS_OF_NETWORK: credential(
    'wrong passwords from one network',
    'passwords',
    SLOWED,
  ),
  FAILED_SIGN_IN_SPAN_MS: credential('time in which wrong passwords are counted', 'ms', '–'),
  MAX_SIGN_INS: credential('attempts for one address from one network', 'attempts', SLOWED),
  MAX_SIGN_INS_OF_NETWORK: credential('attempts from one network', 'attempts', SLOWED),
  SIGN_IN_SPAN_MS: credential('time in which all attempts are counted', 'ms', '–'),
  KNOWN_NETWORK_DAYS: credential('a network stays known to an account', 'days', '–'),
  MAX_KNOWN_NETWORKS: credential(
    'networks that are known to an account',
    'networks',
    'the one that was used longest ago is forgotten',
  ),
  MAX_RESETS_OF_ADDRESS: credential(
    'requests to reset the password of one address',
    'requests',
    RATE_LIMITED,
  ),
  MAX_RESETS_OF_NETWORK: credential(
    'requests of one network to reset passwords',
    'requests',
    RATE_LIMITED,
  ),
  RESET_SPAN_MS: credential('time in which these requests are counted', 'ms', '–'),

  MAX_SUBSCRIPTIONS: webhook('subscriptions of an organization', 'subscriptions', CONFLICT),
  MAX_RECEIVER_URL_LENGTH: webhook('URL of a receiver', 'characters', INVALID),
  MAX_SUBSCRIPTION_DESCRIPTION_LENGTH: webhook(
    '`description` of a subscription',
    'characters',
    INVALID,
  ),
  MAX_METADATA_KEYS: webhook('keys of `metadata`', 'keys', INVALID),
  MAX_METADATA_KEY_LENGTH: webhook('key of `metadata`', 'characters', INVALID),
  MAX_METADATA_VALUE_LENGTH: webhook('value of `metadata`', 'characters', INVALID),
  MAX_OWN_HEADERS: webhook('`headers` of a subscription', 'headers', INVALID),
  MAX_OWN_HEADER_NAME_LENGTH: webhook('name of such a header', 'characters', INVALID),
  MAX_OWN_HEADER_VALUE_LENGTH: webhook('value of such a header', 'characters', INVALID),
  MAX_FILTER_VALUES: webhook('values of each list of `filter`', 'values', INVALID),
  MAX_RECEIVER_RATE: webhook('`maxPerSecond`', 'webhooks', INVALID),
  MAX_OVERLAP_SECONDS: webhook('`overlapSeconds`', 'seconds', INVALID),
  MAX_RECOVERED_DELIVERIES: webhook(
    'deliveries of one recovery, of each kind',
    'deliveries',
    '`more` is true',
  ),
  MAX_WALKED_DELIVERIES: webhook(
    'deliveries that one page of their list looks at',
    'deliveries',
    'the page ends there, with a `nextCursor`',
  ),
  MAX_LOOKED_UP_EVENTS: webhook(
    'events of a project whose deliveries are looked up by event',
    'events',
    'the list looks at all deliveries, page by page',
  ),
  STATS_HOURS: webhook('hours of the statistics of a subscription', 'hours', '–'),
  MAX_RESPONSE_BYTES: webhook(
    'response of a receiver',
    'bytes',
    'the connection is closed; a status that arrived before counts',
  ),
  MAX_RESPONSE_BODY_BYTES: webhook(
    'body of the response that is read',
    'bytes',
    'the rest is not read; the status counts',
  ),
  MAX_EVENT_BYTES: webhook(
    'payload of an event, as JSON',
    'bytes',
    'the records have smaller bounds, so no event is larger',
  ),
  MAX_HELD_PAYLOAD_BYTES: webhook('payloads that a dispatcher holds', 'bytes', WAITS),
  MAX_CRASHES_OF_A_JOB: webhook(
    'crashes of a dispatcher while it posted a webhook',
    'crashes',
    'the webhook is FAILED, with the reason in `error`',
  ),
  MAX_HOST_CONNECTIONS: webhook(
    'connections to one host for one organization',
    'connections',
    WAITS,
  ),
  MAX_FREEZE_MS: request(
    'time for which a move to another cell refuses the changes of an organization, at a time',
    'ms',
    '503 `organization_moving` until then',
  ),

  MAX_WARNED_ADMINS: mail(
    'administrators who get a mail about a subscription that was switched off',
    'people',
    'those who were members first get it',
  ),
  MAX_MAILS_OF_DAY: mail(
    'mails of an organization in 24 hours, without those that reset passwords',
    'mails',
    'the next one is FAILED, with the reason in `error`',
  ),
  MAX_RESET_MAILS_OF_DAY: mail(
    'mails to one person in 24 hours that reset their password',
    'mails',
    'a further request is a 202 as always, and sends none',
  ),
  MAX_MAIL_ATTEMPTS: mail('attempts to send a mail', 'attempts', 'it is FAILED'),
  MAX_MAIL_MS: mail('time of an attempt', 'ms', 'the connection is closed; it is tried again'),
  MAX_MAIL_CONNECTIONS: mail('mails that a dispatcher sends at a time', 'mails', WAITS),
  MAX_MAIL_NAME_LENGTH: mail('name in the head of a mail', 'characters', 'it is cut'),
  MAX_MAIL_TEXT_LENGTH: mail('message or comment in a mail', 'characters', 'it is cut'),

  ORGANIZATION_CONNECTION_SHARE: share('database connections', 'share', 'its next call waits'),
  MAX_ORGANIZATION_SEARCHES: share('searches at a time', 'searches', BUSY),
  MAX_ORGANIZATION_WAITING: share('calls that wait', 'calls', BUSY),
  MAX_ORGANIZATION_WAIT_MS: share('time for which a call waits', 'ms', BUSY),
  MAX_LOGGED_REQUESTS: share(
    'requests in the request log, in each window',
    'requests',
    'left out; half of them are for other errors than 401 and 429',
  ),
  LOGGED_REQUESTS_SPAN_MS: share('window in which logged requests are counted', 'ms', '–'),
} satisfies Record<keyof typeof bounds, Limit>

function request(subject: string, unit: Unit, beyond: string): Limit {
  return { group: 'Requests', subject, unit, beyond }
}

function list(subject: string, unit: Unit, beyond: string): Limit {
  return { group: 'Lists and searches', subject, unit, beyond }
}

function field(subject: string, unit: Unit): Limit {
  return { group: 'Fields', subject, unit, beyond: INVALID }
}

function money(subject: string, unit: Unit): Limit {
  return { group: 'Projects and invoices', subject, unit, beyond: INVALID }
}

function calendar(subject: string, unit: Unit): Limit {
  const beyond = 'the calendar does not have the rest'
  return { group: 'Projects and invoices', subject: `calendar: ${subject}`, unit, beyond }
}

function file(subject: string, unit: Unit, beyond: string): Limit {
  return { group: 'Files and imports', subject, unit, beyond }
}

function credential(subject: string, unit: Unit, beyond: string): Limit {
  return { group: 'Credentials', subject, unit, beyond }
}

function webhook(subject: string, unit: Unit, beyond: string): Limit {
  return { group: 'Webhooks', subject, unit, beyond }
}

function mail(subject: string, unit: Unit, beyond: string): Limit {
  return { group: 'Mail', subject, unit, beyond }
}

function share(subject: string, unit: Unit, beyond: string): Limit {
  return { group: 'One organization in one process', subject, unit, beyond }
}
