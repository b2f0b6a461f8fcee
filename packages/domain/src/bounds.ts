// Every input limit, defined once for schemas, operations, the dispatcher and the OpenAPI document. limits.ts says
// what each one bounds and what happens beyond it. docs/contract.md#c10

const KIB = 1_024
const MIB = 1_048_576

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
export const MAX_FILE_FORM_FIELDS = 20
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

// Projects and invoices
export const MAX_PROJECT_BYTES = 64 * KIB
export const MAX_BOOKING_ANSWERS = 100
export const MAX_BOOKING_ANSWERS_BYTES = 32 * KIB
export const MAX_BOOKING_TEXT_LENGTH = 2_000
export const MAX_ADD_ONS = 50
export const MAX_DURATION_MINUTES = 10_080
export const MAX_PROPERTY_SIZE = 10_000_000
export const MAX_SIZE_TIERS = 20
export const MAX_TRAVEL_ZONES = 50
export const MAX_TRAVEL_ZONES_BYTES = 32 * KIB
export const MAX_ZONE_POSTAL_CODES = 200
export const MAX_POSTAL_PREFIX_LENGTH = 20
export const MAX_ZONE_RADIUS_KM = 1_000
export const MAX_ZONE_TECHNICIANS = 100
export const MAX_TRAVEL_MINUTES = 720
export const MAX_WORKING_INTERVALS = 4
export const MAX_VISITS = 20
export const MAX_LISTED_VISIT_PROJECTS = 1_000
export const MAX_CHANGE_RULES = 20
export const MAX_CHANGE_HOURS = 8_784
export const MAX_FREE_RESCHEDULES = 100
export const MAX_CHANGE_REASON_LENGTH = 500
export const MAX_CANCELLED_INVOICES = 50
export const MAX_TIME_OFF = 200
export const MAX_TIME_OFF_DAYS = 366
export const MAX_TIME_OFF_NOTE_LENGTH = 500
export const MAX_AVAILABILITY_DAYS = 31
export const MAX_AVAILABILITY_TECHNICIANS = 200
export const MAX_AVAILABILITY_SHOOTS = 20_000
export const CALENDAR_DAYS_BACK = 30
export const CALENDAR_DAYS_AHEAD = 365
export const MAX_CALENDAR_PROJECTS = 2_000
export const MAX_CALENDAR_NOTES_LENGTH = 300
export const MAX_CALENDAR_READS = 30
export const MAX_CUSTOMER_GROUPS = 1_000
export const MAX_GROUP_MEMBERS = 500
export const MAX_GROUP_PRICES = 200
export const MAX_NET_DAYS = 365
export const MAX_STATEMENT_DAYS = 366
export const MAX_REPORT_BUCKETS = 400
export const MAX_REPORT_ROWS = 10_000
export const MAX_OWED_ROWS = 1_000
export const MAX_INVOICE_LINES = 200
// About 600 bytes a line.
export const MAX_INVOICE_BYTES = 128 * KIB
export const MAX_LINE_DESCRIPTION_LENGTH = 1_000
export const MAX_QUANTITY = 1_000_000
export const MAX_UNIT_AMOUNT = 999_999_999_999
export const MAX_BASIS_POINTS = 10_000
export const MAX_REFUND_REASON_LENGTH = 500
export const MAX_SHOWN_PAYMENTS = 100
export const MAX_REDEMPTIONS = 1_000_000_000

// Order forms
export const MAX_FORM_PACKAGES = 30
export const MAX_FORM_QUESTIONS = 30
export const MAX_FORM_QUESTIONS_BYTES = 32 * KIB
export const MAX_QUESTION_KEY_LENGTH = 50
export const MAX_QUESTION_CHOICES = 30
export const MAX_FRAME_ANCESTORS = 20
export const MAX_ORIGIN_LENGTH = 300
export const MIN_SLOT_MINUTES = 5
export const MAX_SLOT_MINUTES = 1_440
export const MAX_NOTICE_HOURS = 720
export const HOLD_MS = 900_000
export const MAX_HOLDS_OF_NETWORK = 3
export const MAX_HOLDS = 200
export const MAX_NEW_HOLDS_OF_NETWORK = 20
export const NEW_HOLDS_SPAN_MS = 3_600_000
export const MAX_CLIENT_MOVES_OF_DAY = 10
export const MAX_WRONG_DISCOUNT_CODES = 10
export const WRONG_DISCOUNT_CODE_SPAN_MS = 900_000

// Property websites
export const MAX_WEBSITE_DESCRIPTION_LENGTH = 10_000
export const MAX_WEBSITE_CONTACTS = 4
export const MAX_WEBSITE_TOURS = 5
export const MAX_TOUR_URL_LENGTH = 2_048
export const MAX_ROOMS = 1_000
export const MAX_LOT_SIZE = 1_000_000_000
export const MIN_YEAR_BUILT = 1_000
export const MAX_YEAR_BUILT = 2_200
export const MAX_WEBSITE_VIEW_DAYS = 366
export const MAX_LEAD_MESSAGE_LENGTH = 2_000
export const MAX_LEADS_OF_NETWORK = 5
export const LEAD_SPAN_MS = 3_600_000
export const LEAD_DAYS = 30

// Payments
export const MAX_PROVIDER_SECRET_LENGTH = 255
export const MAX_PAYMENT_EVENT_BYTES = 256 * KIB
export const MAX_PAYMENT_EVENTS = 1_200
export const MAX_PROVIDER_CALLS = 16
export const MAX_ORGANIZATION_PROVIDER_CALLS = 4
export const MAX_CLOSED_CHECKOUTS = 100
export const HINT_DAYS = 30

// Orders
export const UNCONFIRMED_ORDER_DAYS = 30

// Files and imports
// S3's maximum for one PUT.
export const MAX_FILE_BYTES = 5_120 * MIB
export const MAX_CONTENT_TYPE_LENGTH = 255
// S3's maximum.
export const MAX_OBJECT_KEY_LENGTH = 1_024
export const MAX_CDN_URL_LENGTH = 4_096
export const MAX_FILENAME_LENGTH = 255
export const MAX_BATCH_FILES = 100
export const MAX_MEDIA_OF_PROJECT = 1_000
export const MAX_REVISION_ITEMS = 200
export const MAX_REVISION_COMMENT_LENGTH = 2_000
export const MAX_VIDEO_SECONDS = 86_400
export const MAX_ALTERATION_NOTE_LENGTH = 1_000
export const MAX_PICTURE_PIXELS = 120_000_000
// Pictures are decoded in memory.
export const MAX_PICTURE_BYTES = 256 * MIB
export const MAX_PICTURE_MS = 30_000
export const MAX_PICTURE_MEMORY_BYTES = 768 * MIB
export const MAX_PICTURE_CRASHES = 3
export const MAX_CREDIT_LENGTH = 1_000
export const MAX_LOGO_BYTES = 5 * MIB
export const MAX_LOGO_PIXELS = 20_000_000
export const MAX_ARCHIVE_MEDIA = 1_000
export const ARCHIVE_SECONDS = 604_800
export const MAX_ARCHIVES_OF_NETWORK = 10
export const MAX_ARCHIVES = 200
export const MAX_IMPORT_ROWS = 5_000
export const MAX_IMPORT_VIOLATIONS = 50_000
export const MAX_CSV_COLUMNS = 100
export const MAX_CSV_ROW_BYTES = 64 * KIB
// JSON may spell a character in six bytes (`\u00e9`).
export const MAX_JSON_ROW_BYTES = 6 * MAX_PROJECT_BYTES
export const MAX_AROUND_ROWS_BYTES = 64 * KIB
export const MAX_WAITING_IMPORTS = 10

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

// Webhooks
export const MAX_SUBSCRIPTIONS = 50
export const MAX_RECEIVER_URL_LENGTH = 2_048
export const MAX_SUBSCRIPTION_DESCRIPTION_LENGTH = 500
export const MAX_METADATA_KEYS = 20
export const MAX_METADATA_KEY_LENGTH = 40
export const MAX_METADATA_VALUE_LENGTH = 500
export const MAX_OWN_HEADERS = 10
export const MAX_OWN_HEADER_NAME_LENGTH = 100
// Room for a long token.
export const MAX_OWN_HEADER_VALUE_LENGTH = 4_096
export const MAX_FILTER_VALUES = 100
export const MAX_RECEIVER_RATE = 100
export const MAX_OVERLAP_SECONDS = 604_800
export const MAX_RECOVERED_DELIVERIES = 10_000
export const MAX_WALKED_DELIVERIES = 10_000
export const MAX_LOOKED_UP_EVENTS = 500
export const STATS_HOURS = 24
export const MAX_RESPONSE_BYTES = 256 * KIB
export const MAX_RESPONSE_BODY_BYTES = 4 * KIB
// The largest event, REVISION_REQUESTED: a project, the request and the ids of its items.
export const MAX_EVENT_BYTES = MAX_REVISION_BODY_BYTES + MAX_PROJECT_BYTES + 32 * KIB
export const MAX_HELD_PAYLOAD_BYTES = 32 * MIB
export const MAX_CRASHES_OF_A_JOB = 10
export const MAX_HOST_CONNECTIONS = 10

// Mail
export const MAX_WARNED_ADMINS = 20
export const MAX_TOLD_MANAGERS = 20
export const MAX_MAILS_OF_DAY = 2_000
export const MAX_STRANGERS_MAILS_OF_DAY = 1_000
export const MAX_RESET_MAILS_OF_DAY = 10
export const MAX_PORTAL_MAILS_OF_DAY = 20
export const MAX_MAIL_ATTEMPTS = 8
export const MAX_MAIL_MS = 60_000
export const MAX_MAIL_CONNECTIONS = 4
export const MAX_MAIL_NAME_LENGTH = 80
export const MAX_MAIL_TEXT_LENGTH = 2_000

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
