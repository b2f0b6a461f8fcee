import { MAX_PROJECT_BYTES } from './business.ts'
import { CLOSED, CONFLICT, CUT, FAILED, inGroup, KIB, MIB, NONE, WAITS } from './limit.ts'
import { MAX_REVISION_BODY_BYTES } from './platform.ts'

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

export const WEBHOOKS_LIMITS = {
  ...inGroup('Webhooks', {
    MAX_SUBSCRIPTIONS: ['subscriptions of an organization', 'subscriptions', CONFLICT],
    MAX_RECEIVER_URL_LENGTH: ['URL of a receiver', 'characters'],
    MAX_SUBSCRIPTION_DESCRIPTION_LENGTH: ['`description`', 'characters'],
    MAX_METADATA_KEYS: ['keys of `metadata`', 'keys'],
    MAX_METADATA_KEY_LENGTH: ['key of `metadata`', 'characters'],
    MAX_METADATA_VALUE_LENGTH: ['value of `metadata`', 'characters'],
    MAX_OWN_HEADERS: ['`headers`', 'headers'],
    MAX_OWN_HEADER_NAME_LENGTH: ['name in `headers`', 'characters'],
    MAX_OWN_HEADER_VALUE_LENGTH: ['value in `headers`', 'characters'],
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
    STATS_HOURS: ['hours of statistics', 'hours', NONE],
    MAX_RESPONSE_BYTES: ['response of a receiver', 'bytes', `${CLOSED}; its status counts`],
    MAX_RESPONSE_BODY_BYTES: ['read body of the response', 'bytes', 'not read; the status counts'],
    MAX_EVENT_BYTES: ['payload of an event, as JSON', 'bytes', 'impossible: records are smaller'],
    MAX_HELD_PAYLOAD_BYTES: ['payloads a dispatcher holds', 'bytes', WAITS],
    MAX_CRASHES_OF_A_JOB: ['crashes while a webhook is posted', 'crashes', FAILED],
    MAX_HOST_CONNECTIONS: ['connections to a host per organization', 'connections', WAITS],
  }),
  ...inGroup('Mail', {
    MAX_WARNED_ADMINS: [
      'admins told of a disabled webhook',
      'people',
      'the oldest members are told',
    ],
    MAX_TOLD_MANAGERS: [
      'admins and managers told of an order',
      'people',
      'the oldest members are told',
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
    MAX_MAIL_ATTEMPTS: ['attempts to send a mail', 'attempts', 'FAILED'],
    MAX_MAIL_MS: ['time of an attempt', 'ms', `${CLOSED}, and the attempt repeated`],
    MAX_MAIL_CONNECTIONS: ['mails a dispatcher sends at a time', 'mails', WAITS],
    MAX_MAIL_NAME_LENGTH: ['name in a mail header', 'characters', CUT],
    MAX_MAIL_TEXT_LENGTH: ['message or comment in a mail', 'characters', CUT],
  }),
}
