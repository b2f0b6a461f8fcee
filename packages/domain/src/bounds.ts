// What one caller can cost the others. Every bound on an input has its constant here, and the schema,
// the operation, the dispatcher and the OpenAPI document all use it. Contract, section 10.

const KIB = 1_024
const MIB = 1_048_576

/** Bytes of a JSON body. */
export const MAX_BODY_BYTES = MIB

/** Bytes of a bulk import, as JSON or as CSV. */
export const MAX_IMPORT_BYTES = 16 * MIB

/** Bytes of a body whose sender needs no credential. */
export const MAX_PUBLIC_BODY_BYTES = 16 * KIB

/** Bytes of a client's revision request: its comments may be long. */
export const MAX_REVISION_BODY_BYTES = 256 * KIB

/** Members of objects and items of arrays, together, for each MiB that a body may have. */
export const MAX_JSON_VALUES_PER_MIB = 20_000

/** Members of objects and items of arrays, together, that every body may have, also a small one. */
export const MIN_JSON_VALUES = 1_000

/** Objects and arrays inside each other in a JSON body. */
export const MAX_JSON_DEPTH = 32

/** Violations that one answer names. Validation stops there. */
export const MAX_VIOLATIONS = 100

/** Bytes of a project's record as JSON in UTF-8. */
export const MAX_PROJECT_BYTES = 64 * KIB

/** Bytes of a project's booking answers as JSON in UTF-8. */
export const MAX_BOOKING_ANSWERS_BYTES = 32 * KIB

/** Characters of a booking question, and of its answer. */
export const MAX_BOOKING_TEXT_LENGTH = 2_000

/** Line items of an invoice. */
export const MAX_INVOICE_LINES = 200

/** Bytes of an invoice's record as JSON in UTF-8: 200 lines have 600 bytes each. */
export const MAX_INVOICE_BYTES = 128 * KIB

/** Bytes of an event's payload as JSON in UTF-8: the largest record, and what stands beside it. */
export const MAX_EVENT_BYTES = MAX_INVOICE_BYTES + 4 * KIB

/** Characters of an integrator's own id of a record. */
export const MAX_EXTERNAL_ID_LENGTH = 200

/** Columns of a CSV file. */
export const MAX_CSV_COLUMNS = 100

/** Bytes of a row of a CSV file. */
export const MAX_CSV_ROW_BYTES = 64 * KIB

/** Violations kept for all rows of an import. A wrong row beyond it keeps its first one. */
export const MAX_IMPORT_VIOLATIONS = 50_000

/** Milliseconds of the window in which the calls without a credential are counted. */
export const PUBLIC_WINDOW_MS = 60_000

/** Calls of one network without a credential in a window, in one api process. */
export const MAX_PUBLIC_CALLS = 600

/** Networks whose calls without a credential one api process counts at a time. */
export const MAX_COUNTED_NETWORKS = 10_000

/** Bytes of a page of a list. A page has one record at least. */
export const MAX_PAGE_BYTES = 4 * MIB

/** Bytes of one stored value that a list reads with its rows. Larger ones are read by themselves. */
export const MAX_LISTED_VALUE_BYTES = 64 * KIB

/** Milliseconds for which an answer may make no progress. Then its connection is closed. */
export const MAX_UNREAD_MS = 30_000

/** Bytes of an answer that its reader must take within {@link MAX_UNREAD_MS}: less is no progress. */
export const MIN_READ_BYTES = 16 * KIB

/** Bytes of answers that an api process holds until their readers take them. */
export const MAX_UNREAD_BYTES = 64 * MIB

/** Connections that an api process has open at a time. */
export const MAX_CONNECTIONS = 2_000

/** Words of a search. */
export const MAX_SEARCH_WORDS = 8

/** Characters of a word of a search, at least. */
export const MIN_SEARCH_WORD_LENGTH = 2

/** Different words of one record that a search finds: the first ones. */
export const MAX_INDEXED_WORDS = 1_000

/** Characters of a word that a search looks at: the first ones. */
export const MAX_INDEXED_WORD_LENGTH = 40

/** Milliseconds that a search may take. */
export const MAX_SEARCH_MS = 1_000

/** Share of an api's database connections that one organization may have in use. */
export const ORGANIZATION_CONNECTION_SHARE = 0.5

/** Searches of one organization at a time in one api process. */
export const MAX_ORGANIZATION_SEARCHES = 2

/** Calls of one organization that may wait in one api process. */
export const MAX_ORGANIZATION_WAITING = 64

/** Milliseconds that a call may wait for its turn among those of its organization. */
export const MAX_ORGANIZATION_WAIT_MS = 5_000

/** API keys of an organization that are neither revoked nor expired. */
export const MAX_LIVE_API_KEYS = 100

/** Sessions of a person that have not ended. The oldest ends for one more. */
export const MAX_LIVE_SESSIONS = 20

/** Wrong passwords for one e-mail address from one network in {@link FAILED_SIGN_IN_SPAN_MS}. */
export const MAX_FAILED_SIGN_INS = 10

/** Wrong passwords for one e-mail address over all networks in {@link FAILED_SIGN_IN_SPAN_MS}. */
export const MAX_FAILED_SIGN_INS_OF_ADDRESS = 100

/** Wrong passwords from one network in {@link FAILED_SIGN_IN_SPAN_MS}. An office is one network. */
export const MAX_FAILED_SIGN_INS_OF_NETWORK = 100

/** Milliseconds in which wrong passwords are counted. */
export const FAILED_SIGN_IN_SPAN_MS = 900_000

/** Tried passwords, right ones too, for one e-mail address from one network in {@link SIGN_IN_SPAN_MS}. */
export const MAX_SIGN_INS = 100

/** Tried passwords, right ones too, from one network in {@link SIGN_IN_SPAN_MS}. */
export const MAX_SIGN_INS_OF_NETWORK = 1_000

/** Milliseconds in which all tried passwords are counted. */
export const SIGN_IN_SPAN_MS = 3_600_000

/** Days for which a network stays known to an account that signed in from it. */
export const KNOWN_NETWORK_DAYS = 30

/** Networks that are known to an account. The one that was used longest ago goes for one more. */
export const MAX_KNOWN_NETWORKS = 20

/** Bytes of webhook payloads that a dispatcher holds at a time. */
export const MAX_HELD_PAYLOAD_BYTES = 32 * MIB

/** Deaths of a dispatcher while it was posting a job, after which the job runs alone. */
export const MAX_CRASHES_OF_A_JOB = 3

/** Connections to one host for one organization, over all of its subscriptions. */
export const MAX_HOST_CONNECTIONS = 10

/** Bulk imports of an organization that have not ended. */
export const MAX_WAITING_IMPORTS = 10
