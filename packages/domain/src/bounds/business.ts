import { CONFLICT, inGroup, KIB, LEFT_OUT, NONE, RATE_LIMITED, TOO_LARGE, WAITS } from './limit.ts'

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
export const MAX_UNKNOWN_CALENDARS = 60
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
// Time zones and clocks may differ.
export const MAX_PAID_AHEAD_MS = 86_400_000
export const MAX_SHOWN_PAYMENTS = 100
export const MAX_REDEMPTIONS = 1_000_000_000

// Order pages
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
export const UNCONFIRMED_ORDER_DAYS = 30

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

export const BUSINESS_LIMITS = {
  ...inGroup('Projects and invoices', {
    MAX_PROJECT_BYTES: ['record of a project, as JSON', 'bytes'],
    MAX_BOOKING_ANSWERS: ['booking answers', 'answers'],
    MAX_BOOKING_ANSWERS_BYTES: ['booking answers together, as JSON', 'bytes'],
    MAX_BOOKING_TEXT_LENGTH: ['booking question, booking answer', 'characters'],
    MAX_ADD_ONS: ['add-ons', 'add-ons'],
    MAX_DURATION_MINUTES: ['duration', 'minutes'],
    MAX_PROPERTY_SIZE: ['property size', "in the organization's unit"],
    MAX_SIZE_TIERS: ['`sizeTiers` of a package or add-on', 'tiers'],
    MAX_TRAVEL_ZONES: ['`travelZones`', 'zones'],
    MAX_TRAVEL_ZONES_BYTES: ['these together, as JSON', 'bytes'],
    MAX_ZONE_POSTAL_CODES: ['postal codes of a travel zone', 'prefixes'],
    MAX_POSTAL_PREFIX_LENGTH: ['prefix of postal codes', 'characters'],
    MAX_ZONE_RADIUS_KM: ['radius of a travel zone', 'kilometers'],
    MAX_ZONE_TECHNICIANS: ['technicians of a travel zone', 'people'],
    MAX_TRAVEL_MINUTES: ['travel before and after a shoot', 'minutes'],
    MAX_WORKING_INTERVALS: ['working hours of a day', 'intervals'],
    MAX_VISITS: ['visits of a project', 'visits', '409 `too_many_visits`'],
    MAX_LISTED_VISIT_PROJECTS: [
      'visits by which `visitTechnicianId` finds projects',
      'visits',
      'not found',
    ],
    MAX_CHANGE_RULES: ['`changePolicy`', 'rules'],
    MAX_CHANGE_HOURS: ['notice in a rule of changes', 'hours'],
    MAX_FREE_RESCHEDULES: ['moves without a fee', 'moves'],
    MAX_CHANGE_REASON_LENGTH: ['reason of a move or a cancellation', 'characters'],
    MAX_CANCELLED_INVOICES: [
      'invoices of a project that a cancellation settles; their payments',
      'each',
      '409 `too_many_invoices`',
    ],
    MAX_TIME_OFF: ['time off of a person', 'entries', '409 `too_many_time_off`'],
    MAX_TIME_OFF_DAYS: ['length of time off', 'days'],
    MAX_TIME_OFF_NOTE_LENGTH: ['note of time off', 'characters'],
    MAX_AVAILABILITY_DAYS: ['availability: period; horizon of an order form', 'days'],
    MAX_AVAILABILITY_TECHNICIANS: ['availability: technicians; those of an order form', 'people'],
    MAX_AVAILABILITY_SHOOTS: ['availability: shoots read', 'shoots'],
    CALENDAR_DAYS_BACK: ['calendar: days before today', 'days', LEFT_OUT],
    CALENDAR_DAYS_AHEAD: ['calendar: days after today', 'days', LEFT_OUT],
    MAX_CALENDAR_PROJECTS: ['calendar: projects', 'projects', LEFT_OUT],
    MAX_CALENDAR_NOTES_LENGTH: ['calendar: notes of a project', 'characters', LEFT_OUT],
    MAX_CALENDAR_READS: ['calendar: reads in a minute', 'calls', RATE_LIMITED],
    MAX_UNKNOWN_CALENDARS: ['unknown calendars of a network in a minute', 'calls', RATE_LIMITED],
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
    MAX_PAID_AHEAD_MS: ['time until `paidAt`', 'ms'],
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
      '429 `too_many_holds`',
    ],
    MAX_HOLDS: ['live holds of an organization', 'holds', '409 `holds_full`'],
    MAX_NEW_HOLDS_OF_NETWORK: [
      'new holds of a network at an organization, including ordered ones',
      'holds',
      '429 `too_many_holds`',
    ],
    NEW_HOLDS_SPAN_MS: ['window of new holds', 'ms', NONE],
    MAX_CLIENT_MOVES_OF_DAY: ['moves of an order by its client in 24 hours', 'moves', RATE_LIMITED],
    MAX_WRONG_DISCOUNT_CODES: ['wrong discount codes from a network', 'codes', RATE_LIMITED],
    WRONG_DISCOUNT_CODE_SPAN_MS: ['window of wrong discount codes', 'ms', NONE],
    UNCONFIRMED_ORDER_DAYS: [
      'client of an order that expired or was declined',
      'days',
      'erased from the order',
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
    MAX_WEBSITE_VIEW_DAYS: ['shown days of views', 'days', 'the newest are shown'],
    MAX_LEAD_MESSAGE_LENGTH: ['`message` of a lead', 'characters'],
    MAX_LEADS_OF_NETWORK: ['leads from a network', 'leads', RATE_LIMITED],
    LEAD_SPAN_MS: ['window of leads', 'ms', NONE],
    LEAD_DAYS: ['lead', 'days', 'erased'],
  }),
  ...inGroup('Payments', {
    MAX_PROVIDER_SECRET_LENGTH: ['key or webhook secret of an account', 'characters'],
    MAX_PAYMENT_EVENT_BYTES: ['event of a payment provider', 'bytes', TOO_LARGE],
    MAX_PAYMENT_EVENTS: [
      'signed events of an account, per process and minute',
      'events',
      `${RATE_LIMITED}; the provider sends them again`,
    ],
    MAX_PROVIDER_CALLS: ['payments that a dispatcher reads concurrently', 'payments', WAITS],
    MAX_ORGANIZATION_PROVIDER_CALLS: ['of these, for one organization', 'payments', WAITS],
    MAX_CLOSED_CHECKOUTS: [
      'open pages that removing an account closes',
      'pages',
      '409 `payments_open`',
    ],
    HINT_DAYS: ["notes of a provider's events", 'days', 'forgotten'],
  }),
}
