import {
  BUSY,
  CLOSED,
  CONFLICT,
  ELLIPSIS,
  inGroup,
  KIB,
  MIB,
  NONE,
  NOT_LOGGED,
  OLDEST_DROPPED,
  RATE_LIMITED,
  SLOWED,
  TOO_COMPLEX,
  TOO_LARGE,
  UNLESS_KNOWN,
} from './limit.ts'

// Requests
export const MAX_IMPORT_BYTES = 16 * MIB
export const MAX_REFUSED_BYTES = 2 * MAX_IMPORT_BYTES
export const MAX_HEAD_BYTES = 16 * KIB
// Browsers send fewer than 100.
export const MAX_ACCEPT_LANGUAGE_LENGTH = 500
export const MAX_HEAD_MS = 10_000
export const MAX_REQUEST_MS = 60_000
export const MAX_BODY_BYTES = MIB
export const MAX_PUBLIC_BODY_BYTES = 16 * KIB
export const MAX_REVISION_BODY_BYTES = 256 * KIB
// A browser may spell one character in twelve bytes.
export const MAX_FORM_BYTES = 256 * KIB
// Two for each file of a website.
export const MAX_FORM_FIELDS = 5_000
export const MAX_FILE_FORM_FIELDS = 20
export const MAX_PART_HEAD_BYTES = 4_096
export const MAX_FILE_FORM_BYTES = MAX_IMPORT_BYTES + MAX_FORM_BYTES
export const MAX_JSON_VALUES_PER_MIB = 20_000
export const MIN_JSON_VALUES = 1_000
export const MAX_JSON_DEPTH = 32
export const MAX_VIOLATIONS = 100
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255
export const MAX_REQUEST_ID_LENGTH = 128
// A tool's result ends up in a model's context.
export const MAX_ANSWER_LENGTH = 25_000
export const MAX_CONFIRMATION_MS = 300_000
// More than any method of the protocol has.
export const MAX_MESSAGE_PARAMS = 20
export const MAX_IGNORED_NAMES = 20
export const MAX_IGNORED_BYTES = KIB
export const MAX_UNREAD_MS = 30_000
export const MIN_READ_BYTES = 16 * KIB
export const MAX_UNREAD_BYTES = 64 * MIB
export const MAX_UNWRITTEN_REQUESTS = 5_000
export const MAX_UNWRITTEN_REFUSALS = 500
export const MAX_COUNTED_KEYS = 20_000
export const REQUEST_LOG_DAYS = 7
export const MAX_CONNECTIONS = 2_000
export const MAX_WAITING_REQUESTS = 100
export const MAX_PUBLIC_CALLS = 600
export const PUBLIC_WINDOW_MS = 60_000
export const MAX_COUNTED_NETWORKS = 10_000
export const MAX_LINK_CALLS = 60
export const MAX_FREEZE_MS = 8_000

// Lists and searches
export const MAX_PAGE_RECORDS = 100
export const MAX_PAGE_BYTES = 4 * MIB
export const MAX_LISTED_VALUE_BYTES = 64 * KIB
// Far longer than our own cursors.
export const MAX_CURSOR_LENGTH = 1_000
export const MAX_REPEATED_VALUES = 100
// Longer than any route.
export const MAX_ROUTE_LENGTH = 200
export const MAX_SEARCH_LENGTH = 200
export const MAX_SEARCH_WORDS = 8
export const MIN_SEARCH_WORD_LENGTH = 2
export const MAX_INDEXED_WORDS = 1_000
export const MAX_INDEXED_WORD_LENGTH = 40
export const MAX_SEARCH_MS = 1_000

// Fields
export const MAX_NAME_LENGTH = 200
export const MAX_LABEL_LENGTH = 100
export const MAX_REFERENCE_LENGTH = 200
export const MAX_EXTERNAL_ID_LENGTH = 200
export const MAX_EMAIL_LENGTH = 254
export const MAX_PHONE_LENGTH = 50
export const MAX_LOGO_URL_LENGTH = 2_048
export const MAX_TERMS_LENGTH = 10_000
export const MAX_DELIVERY_NOTE_LENGTH = 1_000
export const MAX_NOTES_LENGTH = 10_000

// Credentials
export const MIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 200
export const MAX_TOKEN_LENGTH = 200
export const MAX_LIVE_API_KEYS = 100
export const KEY_USAGE_DAYS = 30
export const MAX_LIVE_SESSIONS = 20
export const MAX_FAILED_SIGN_INS = 10
export const MAX_FAILED_SIGN_INS_OF_ADDRESS = 100
// An office is one network.
export const MAX_FAILED_SIGN_INS_OF_NETWORK = 100
export const FAILED_SIGN_IN_SPAN_MS = 900_000
export const MAX_SIGN_INS = 100
export const MAX_SIGN_INS_OF_NETWORK = 1_000
export const SIGN_IN_SPAN_MS = 3_600_000
export const KNOWN_NETWORK_DAYS = 30
export const MAX_KNOWN_NETWORKS = 20
export const MAX_RESETS_OF_ADDRESS = 5
export const MAX_RESETS_OF_NETWORK = 50
export const RESET_SPAN_MS = 3_600_000

// The customer's pages
export const MAX_PORTAL_SIGN_INS_OF_ADDRESS = 5
// An office is one network.
export const MAX_PORTAL_SIGN_INS_OF_NETWORK = 50
export const PORTAL_SIGN_IN_SPAN_MS = 3_600_000
export const MAX_PORTAL_SESSIONS = 20
export const PORTAL_SESSION_DAYS = 30
export const MAX_PORTAL_FORMS = 20

// One organization in one process
export const ORGANIZATION_CONNECTION_SHARE = 0.5
export const MAX_ORGANIZATION_SEARCHES = 2
export const MAX_ORGANIZATION_REPORTS = 1
export const LARGE_BODY_BYTES = 64 * KIB
export const MAX_ORGANIZATION_LARGE_BODIES = 1
export const MAX_ORGANIZATION_WAITING = 64
export const MAX_ORGANIZATION_WAIT_MS = 5_000
export const MAX_LOGGED_REQUESTS = 100
export const LOGGED_REQUESTS_SPAN_MS = 60_000

export const PLATFORM_LIMITS = {
  ...inGroup('Requests', {
    MAX_REFUSED_BYTES: [
      'refused body that is read',
      'bytes',
      `${CLOSED}; the response may be lost`,
    ],
    MAX_HEAD_BYTES: ['request line and headers', 'bytes', '431 `headers_too_large`'],
    MAX_ACCEPT_LANGUAGE_LENGTH: [
      '`Accept-Language` that chooses a language',
      'characters',
      'ignored',
    ],
    MAX_HEAD_MS: ['request line and headers', 'ms', '408 `request_timeout`'],
    MAX_REQUEST_MS: ['whole request', 'ms', '408 `request_timeout`'],
    MAX_BODY_BYTES: ['JSON body', 'bytes', TOO_LARGE],
    MAX_IMPORT_BYTES: ['body of a bulk import', 'bytes', TOO_LARGE],
    MAX_PUBLIC_BODY_BYTES: ['body without a credential', 'bytes', TOO_LARGE],
    MAX_REVISION_BODY_BYTES: ["body of a client's revision request", 'bytes', TOO_LARGE],
    MAX_FORM_BYTES: ['form on a staff page', 'bytes', TOO_LARGE],
    MAX_FORM_FIELDS: ['fields of a form on a page', 'fields'],
    MAX_FILE_FORM_FIELDS: ['fields of a form with a file', 'fields'],
    MAX_PART_HEAD_BYTES: ['headers of such a field', 'bytes'],
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
    MAX_UNREAD_BYTES: ['unread responses of a process', 'bytes', 'the slowest is closed'],
    MAX_UNWRITTEN_REQUESTS: ['requests buffered for the request log', 'requests', NOT_LOGGED],
    MAX_UNWRITTEN_REFUSALS: ['the same, with a refused API key', 'requests', NOT_LOGGED],
    MAX_COUNTED_KEYS: ['keys with buffered calls', 'keys', 'further keys are not counted'],
    REQUEST_LOG_DAYS: ['age of the request log', 'days', 'deleted'],
    MAX_CONNECTIONS: ['connections of a process', 'connections', 'the next is closed'],
    MAX_WAITING_REQUESTS: [
      'pipelined requests',
      'requests',
      `dropped; ${CLOSED} after the last response`,
    ],
    MAX_PUBLIC_CALLS: [
      'calls of a network without a credential, or of an archive URL, per process',
      'calls',
      '429 `rate_limited`',
    ],
    PUBLIC_WINDOW_MS: ['window of these calls', 'ms', NONE],
    MAX_COUNTED_NETWORKS: ['networks counted at a time', 'networks', OLDEST_DROPPED],
    MAX_LINK_CALLS: [
      'of these, calls of links and order forms in a minute, across all processes',
      'calls',
      RATE_LIMITED,
    ],
    MAX_FREEZE_MS: [
      'one freeze of an organization during a move',
      'ms',
      '503 `organization_moving`',
    ],
  }),
  ...inGroup('Lists and searches', {
    MAX_PAGE_RECORDS: ['`limit` of a page', 'records'],
    MAX_PAGE_BYTES: ['page', 'bytes', 'the page ends, with `nextCursor`'],
    MAX_LISTED_VALUE_BYTES: ['value read with its row', 'bytes', 'read in a separate query'],
    MAX_CURSOR_LENGTH: ['`cursor`', 'characters'],
    MAX_REPEATED_VALUES: ['values of a repeatable parameter', 'values'],
    MAX_ROUTE_LENGTH: ['`route` of the request log', 'characters'],
    MAX_SEARCH_LENGTH: ['`q`', 'characters'],
    MAX_SEARCH_WORDS: ['words of `q`', 'words'],
    MIN_SEARCH_WORD_LENGTH: ['word of `q`, at least', 'characters'],
    MAX_INDEXED_WORDS: ['distinct words of a record', 'words', 'later ones are not found'],
    MAX_INDEXED_WORD_LENGTH: ['compared characters of a word', 'characters', 'the rest is ignored'],
    MAX_SEARCH_MS: ['search, report', 'ms', '503 `search_timeout`'],
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
    MAX_LOGO_URL_LENGTH: ['`logoUrl`', 'characters'],
    MAX_TERMS_LENGTH: ['`deliveryTerms`, `terms` of an order form', 'characters'],
    MAX_DELIVERY_NOTE_LENGTH: ['`deliveryNote`', 'characters'],
    MAX_NOTES_LENGTH: ['notes, description, message, comment', 'characters'],
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
    KNOWN_NETWORK_DAYS: ['known network of an account', 'days', NONE],
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
    PORTAL_SESSION_DAYS: ['session of a customer', 'days', NONE],
    MAX_PORTAL_FORMS: ['order forms shown to a customer', 'forms', 'the oldest are shown'],
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
}
