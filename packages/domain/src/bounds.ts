// The bounds protect all callers from the cost of one. Every bound of an input has its constant here. The
// schema, the operation, the dispatcher and the OpenAPI document use this constant. docs/contract.md#c10

const KIB = 1_024
const MIB = 1_048_576

/** Bytes of a JSON body. */
export const MAX_BODY_BYTES = MIB

/** Bytes of a bulk import, as JSON or as CSV. */
export const MAX_IMPORT_BYTES = 16 * MIB

/** Bytes of a refused body that are read, so that its sender gets the response instead of a reset. */
export const MAX_REFUSED_BYTES = 2 * MAX_IMPORT_BYTES

/** Bytes of a body whose sender needs no credential. */
export const MAX_PUBLIC_BODY_BYTES = 16 * KIB

/** Bytes of a client's revision request. Its comments may be long. */
export const MAX_REVISION_BODY_BYTES = 256 * KIB

/** Bytes of a form of a staff page. A browser writes each character of a text as up to twelve bytes. */
export const MAX_FORM_BYTES = 256 * KIB

/** Fields of a form of a staff page that has a file, with the file. */
export const MAX_FILE_FORM_FIELDS = 20

/** Bytes of a form of a staff page that has the file of a bulk import. */
export const MAX_FILE_FORM_BYTES = MAX_IMPORT_BYTES + MAX_FORM_BYTES

/** Members of objects and items of arrays, together, for each MiB that a body may have. */
export const MAX_JSON_VALUES_PER_MIB = 20_000

/** Members of objects and items of arrays, together, that every body may have, also a small one. */
export const MIN_JSON_VALUES = 1_000

/** Levels of objects and arrays inside each other in a JSON body. */
export const MAX_JSON_DEPTH = 32

/** Violations in one response. Validation stops there. */
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

/**
 * Bytes of an event's payload as JSON in UTF-8. REVISION_REQUESTED is the largest: a project, what the
 * client sent, and the ids of its items.
 */
export const MAX_EVENT_BYTES = MAX_REVISION_BODY_BYTES + MAX_PROJECT_BYTES + 32 * KIB

/** Columns of a CSV file. */
export const MAX_CSV_COLUMNS = 100

/** Bytes of a row of a CSV file. */
export const MAX_CSV_ROW_BYTES = 64 * KIB

/** Bytes of a row of a JSON import: each character of a project may be written as six (`\u00e9`). */
export const MAX_JSON_ROW_BYTES = 6 * MAX_PROJECT_BYTES

/** Bytes of a JSON import beside its rows. */
export const MAX_AROUND_ROWS_BYTES = 64 * KIB

/** Violations kept for all rows of an import. Beyond it, a row keeps only its first one. */
export const MAX_IMPORT_VIOLATIONS = 50_000

/** Milliseconds of the window in which calls without a credential are counted. */
export const PUBLIC_WINDOW_MS = 60_000

/** Calls of one network without a credential in a window, in one api process. */
export const MAX_PUBLIC_CALLS = 600

/** Networks whose calls without a credential one api process counts at a time. */
export const MAX_COUNTED_NETWORKS = 10_000

/** Bytes of a page of a list. A page has at least one record. */
export const MAX_PAGE_BYTES = 4 * MIB

/** Bytes of one stored value that a list reads with its rows. Larger ones are read one by one. */
export const MAX_LISTED_VALUE_BYTES = 64 * KIB

/** Milliseconds for which a response may make no progress. Then its connection is closed. */
export const MAX_UNREAD_MS = 30_000

/** Bytes of a response that the client must read within {@link MAX_UNREAD_MS}. Less is no progress. */
export const MIN_READ_BYTES = 16 * KIB

/** Bytes of responses that an api process holds until the clients read them. */
export const MAX_UNREAD_BYTES = 64 * MIB

/** Connections that an api process has open at a time. */
export const MAX_CONNECTIONS = 2_000

/** Requests of one connection that wait while an earlier one is handled. Those behind them are dropped. */
export const MAX_WAITING_REQUESTS = 100

/** Words of a search. */
export const MAX_SEARCH_WORDS = 8

/** Fewest characters of a word of a search. */
export const MIN_SEARCH_WORD_LENGTH = 2

/** Different words of one record that are indexed: the first ones. */
export const MAX_INDEXED_WORDS = 1_000

/** Characters of a word that a search compares: the first ones. */
export const MAX_INDEXED_WORD_LENGTH = 40

/** Milliseconds that a search may take. */
export const MAX_SEARCH_MS = 1_000

/** Share of an api's database connections that one organization may have in use. */
export const ORGANIZATION_CONNECTION_SHARE = 0.5

/** Searches of one organization at a time in one api process. */
export const MAX_ORGANIZATION_SEARCHES = 2

/** Calls of one organization that may wait in one api process. */
export const MAX_ORGANIZATION_WAITING = 64

/** Milliseconds that a call may wait until the calls of its organization leave room for it. */
export const MAX_ORGANIZATION_WAIT_MS = 5_000

/** API keys of an organization that are neither revoked nor expired. */
export const MAX_LIVE_API_KEYS = 100

/** Days for which the request log is kept. docs/contract.md#c14-requests */
export const REQUEST_LOG_DAYS = 7

/** Days for which the calls of an API key are counted, today included. */
export const KEY_USAGE_DAYS = 30

/** Milliseconds of the window in which the logged requests of an organization are counted. */
export const LOGGED_REQUESTS_SPAN_MS = 60_000

/** Requests of one organization that an api process logs in {@link LOGGED_REQUESTS_SPAN_MS}. */
export const MAX_LOGGED_REQUESTS = 100

/** Requests that an api process holds until they are written to the request log. */
export const MAX_UNWRITTEN_REQUESTS = 5_000

/** API keys whose calls an api process counts until the counts are written. */
export const MAX_COUNTED_KEYS = 20_000

/** Requests with a refused API key that an api process holds until they are written. */
export const MAX_UNWRITTEN_REFUSALS = 500

/** Sessions of a person that have not ended. With one more, the oldest ends. */
export const MAX_LIVE_SESSIONS = 20

/** Wrong passwords for one e-mail address from one network in {@link FAILED_SIGN_IN_SPAN_MS}. */
export const MAX_FAILED_SIGN_INS = 10

/** Wrong passwords for one e-mail address over all networks in {@link FAILED_SIGN_IN_SPAN_MS}. */
export const MAX_FAILED_SIGN_INS_OF_ADDRESS = 100

/** Wrong passwords from one network in {@link FAILED_SIGN_IN_SPAN_MS}. An office is one network. */
export const MAX_FAILED_SIGN_INS_OF_NETWORK = 100

/** Milliseconds in which wrong passwords are counted. */
export const FAILED_SIGN_IN_SPAN_MS = 900_000

/** Attempts, also with the right password, for one email from one network in {@link SIGN_IN_SPAN_MS}. */
export const MAX_SIGN_INS = 100

/** Attempts, also with the right password, from one network in {@link SIGN_IN_SPAN_MS}. */
export const MAX_SIGN_INS_OF_NETWORK = 1_000

/** Milliseconds in which all attempts to sign in are counted. */
export const SIGN_IN_SPAN_MS = 3_600_000

/** Days for which a network stays known to an account that signed in from it. */
export const KNOWN_NETWORK_DAYS = 30

/** Networks that are known to an account. With one more, the one that was used longest ago is deleted. */
export const MAX_KNOWN_NETWORKS = 20

/** Bytes of webhook payloads that a dispatcher holds at a time. */
export const MAX_HELD_PAYLOAD_BYTES = 32 * MIB

/** Dispatchers that died while they held a webhook job. Then it is FAILED. */
export const MAX_CRASHES_OF_A_JOB = 10

/** Connections to one host for one organization, over all of its subscriptions. */
export const MAX_HOST_CONNECTIONS = 10

/** Bulk imports of an organization that have not ended. */
export const MAX_WAITING_IMPORTS = 10

/** Bytes of the first line and the headers of a request, together. */
export const MAX_HEAD_BYTES = 16 * KIB

/** Milliseconds in which the first line and the headers of a request must arrive. */
export const MAX_HEAD_MS = 10_000

/** Milliseconds in which a whole request must arrive. */
export const MAX_REQUEST_MS = 60_000

/** Characters of an `Idempotency-Key`. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255
/** Characters of an `X-Request-Id` that is kept. */
export const MAX_REQUEST_ID_LENGTH = 128
/** Names of ignored fields that `X-Ignored-Fields` has. */
export const MAX_IGNORED_NAMES = 20

/** Bytes of `X-Ignored-Fields`. */
export const MAX_IGNORED_BYTES = KIB

/** Characters of a page's cursor. The cursors of the service are far shorter. */
export const MAX_CURSOR_LENGTH = 1_000

/** Records of a page of a list. */
export const MAX_PAGE_RECORDS = 100

/** Values of a query parameter that may be repeated. */
export const MAX_REPEATED_VALUES = 100

/** Characters of a search. */
export const MAX_SEARCH_LENGTH = 200

/** Characters of a route in the filter of the request log. The routes of the service are shorter. */
export const MAX_ROUTE_LENGTH = 200

/** Characters of a name, of a company and of a part of an address. */
export const MAX_NAME_LENGTH = 200

/** Characters of a discount's code, of an API key's name and of a payment's method. */
export const MAX_LABEL_LENGTH = 100

/** Characters of a payment's reference. */
export const MAX_REFERENCE_LENGTH = 200

/** Characters of the address of a logo. */
export const MAX_LOGO_URL_LENGTH = 2_048

/** Characters of the terms that a client delivery shows. */
export const MAX_TERMS_LENGTH = 10_000

/** Characters of an integrator's own id of a record. */
export const MAX_EXTERNAL_ID_LENGTH = 200

/** Characters of an e-mail address. */
export const MAX_EMAIL_LENGTH = 254

/** Characters of a phone number. */
export const MAX_PHONE_LENGTH = 50

/** Fewest characters of a password. */
export const MIN_PASSWORD_LENGTH = 12

/** Characters of a password. */
export const MAX_PASSWORD_LENGTH = 200

/** Characters of an invitation's token. */
export const MAX_TOKEN_LENGTH = 200

/** Characters of notes, of a description, and of a message or comment to or from a client. */
export const MAX_NOTES_LENGTH = 10_000

/** Characters of the description of a line item. */
export const MAX_LINE_DESCRIPTION_LENGTH = 1_000

/** Pieces of a line item. */
export const MAX_QUANTITY = 1_000_000

/** Minor units of a price. With {@link MAX_QUANTITY} the total of an invoice stays below 2^53. */
export const MAX_UNIT_AMOUNT = 999_999_999_999

/** Hundredths of a percent: a tax, or a discount. */
export const MAX_BASIS_POINTS = 10_000

/** Projects that may take a discount. */
export const MAX_REDEMPTIONS = 1_000_000_000

/** Minutes that a shoot may take. */
export const MAX_DURATION_MINUTES = 10_080

/** Minutes of travel before and after a shoot. */
export const MAX_TRAVEL_MINUTES = 720

/** Intervals of a person's working hours on one day. */
export const MAX_WORKING_INTERVALS = 4

/** Days of which one call asks for the availability. */
export const MAX_AVAILABILITY_DAYS = 31

/** Technicians of which one call asks for the availability. */
export const MAX_AVAILABILITY_TECHNICIANS = 200

/** Shoots that one call for the availability reads. */
export const MAX_AVAILABILITY_SHOOTS = 20_000

/** Days before today of which a calendar has the projects. docs/contract.md#c14-calendar-file */
export const CALENDAR_DAYS_BACK = 30

/** Days after today of which a calendar has the projects. */
export const CALENDAR_DAYS_AHEAD = 365

/** Projects of a calendar: the earliest ones. */
export const MAX_CALENDAR_PROJECTS = 2_000

/** Characters of a project's notes in a calendar: the first ones. */
export const MAX_CALENDAR_NOTES_LENGTH = 300

/** Reads of one calendar in a minute. */
export const MAX_CALENDAR_READS = 30

/** Add-ons of a project. */
export const MAX_ADD_ONS = 50

/** Booking answers of a project. */
export const MAX_BOOKING_ANSWERS = 100

/** Characters of a file's name. */
export const MAX_FILENAME_LENGTH = 255

/** Characters of a file's media type. */
export const MAX_CONTENT_TYPE_LENGTH = 255

/** Characters of an object's key: S3 has the same bound. */
export const MAX_OBJECT_KEY_LENGTH = 1_024

/** Characters of the URL of a file. */
export const MAX_CDN_URL_LENGTH = 4_096

/** Bytes of a file. S3 takes no larger one in one PUT. */
export const MAX_FILE_BYTES = 5_120 * MIB

/** Files of a batch. */
export const MAX_BATCH_FILES = 100

/** Media of a project. */
export const MAX_MEDIA_OF_PROJECT = 1_000

/** Items of a revision request. */
export const MAX_REVISION_ITEMS = 200

/** Characters of the comment of one item of a revision request, and of the answer to it. */
export const MAX_REVISION_COMMENT_LENGTH = 2_000

/** Seconds from the start of a video at which a comment can stand. */
export const MAX_VIDEO_SECONDS = 86_400

/** Characters of the note about an altered picture. */
export const MAX_ALTERATION_NOTE_LENGTH = 1_000

/** Pixels of a picture of which smaller ones are made. docs/contract.md#c13-picture-bounds */
export const MAX_PICTURE_PIXELS = 120_000_000

/** Bytes of a picture of which smaller ones are made: it is held in memory as a whole. */
export const MAX_PICTURE_BYTES = 256 * MIB

/** Milliseconds that it may take to read a picture and to make smaller ones of it. */
export const MAX_PICTURE_MS = 30_000

/** Bytes of memory that the process may take that reads a picture. */
export const MAX_PICTURE_MEMORY_BYTES = 768 * MIB

/** Deaths of a process while it read a picture, after which the picture is not read again. */
export const MAX_PICTURE_CRASHES = 3

/** Characters of each credit, copyright and artist, that a smaller picture keeps of its original. */
export const MAX_CREDIT_LENGTH = 1_000

/** Media that an archive names. docs/contract.md#c13-archive */
export const MAX_ARCHIVE_MEDIA = 1_000

/** Seconds for which the address of an archive is good after it was asked for. */
export const ARCHIVE_SECONDS = 604_800

/** Archives that one network reads from a media process at a time. */
export const MAX_ARCHIVES_OF_NETWORK = 10

/** Archives that a media process sends at a time. */
export const MAX_ARCHIVES = 200

/** Rows of a bulk import. */
export const MAX_IMPORT_ROWS = 5_000

/** Webhook subscriptions of an organization. */
export const MAX_SUBSCRIPTIONS = 50

/** Characters of a receiver's URL. */
export const MAX_RECEIVER_URL_LENGTH = 2_048

/** Characters of the description of a subscription. */
export const MAX_SUBSCRIPTION_DESCRIPTION_LENGTH = 500

/** Keys of the `metadata` of a subscription. */
export const MAX_METADATA_KEYS = 20

/** Characters of a key of `metadata`. */
export const MAX_METADATA_KEY_LENGTH = 40

/** Characters of a value of `metadata`. */
export const MAX_METADATA_VALUE_LENGTH = 500

/** Headers that a subscription adds to its webhooks. */
export const MAX_OWN_HEADERS = 10

/** Characters of the name of such a header. */
export const MAX_OWN_HEADER_NAME_LENGTH = 100

/** Characters of the value of such a header. A credential may be a long token. */
export const MAX_OWN_HEADER_VALUE_LENGTH = 4_096

/** Values of each list of a subscription's `filter`. */
export const MAX_FILTER_VALUES = 100

/** `maxPerSecond` of a subscription. */
export const MAX_RECEIVER_RATE = 100

/** Seconds for which a replaced signing secret, or a replaced API key, may still work: seven days. */
export const MAX_OVERLAP_SECONDS = 604_800

/** Webhook deliveries that one call recovers. */
export const MAX_RECOVERED_DELIVERIES = 10_000

/** Webhook deliveries that one page of their list looks at. A page of rare ones may end before its `limit`. */
export const MAX_WALKED_DELIVERIES = 10_000

/** Events of a project whose webhook deliveries are looked up by event. With more, the list is walked. */
export const MAX_LOOKED_UP_EVENTS = 500

/** Hours for which `stats` of a subscription counts attempts. */
export const STATS_HOURS = 24

/** Bytes of a receiver's response that a dispatcher accepts. */
export const MAX_RESPONSE_BYTES = 256 * KIB

/** Bytes of the body of a receiver's response that a dispatcher reads. */
export const MAX_RESPONSE_BODY_BYTES = 4 * KIB

/** Mails of an organization in 24 hours. */
export const MAX_MAILS_OF_DAY = 2_000

/** Administrators who get a mail about a subscription that was switched off. */
export const MAX_WARNED_ADMINS = 20

/** Attempts to send a mail. */
export const MAX_MAIL_ATTEMPTS = 8

/** Milliseconds that an attempt to send a mail may take, from the connection to the last response. */
export const MAX_MAIL_MS = 60_000

/** Mails that a dispatcher sends at a time. */
export const MAX_MAIL_CONNECTIONS = 4

/** Characters of a name in the head of a mail. */
export const MAX_MAIL_NAME_LENGTH = 80

/** Characters of an organization's text in a mail. */
export const MAX_MAIL_TEXT_LENGTH = 2_000

/** Mails to one person in 24 hours with a link that resets their password. */
export const MAX_RESET_MAILS_OF_DAY = 10

/** Requests to reset the password of one e-mail address in {@link RESET_SPAN_MS}. */
export const MAX_RESETS_OF_ADDRESS = 5

/** Requests of one network to reset passwords in {@link RESET_SPAN_MS}. */
export const MAX_RESETS_OF_NETWORK = 50

/** Milliseconds in which requests to reset passwords are counted. */
export const RESET_SPAN_MS = 3_600_000

/** Milliseconds for which a move to another cell refuses the writes of an organization, at a time. */
export const MAX_FREEZE_MS = 8_000
