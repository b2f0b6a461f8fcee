import {
  EVENTS,
  type EventName,
  type Scope,
  TEST_EVENT,
  type WebhookDeliveryStatus,
} from '@mediajobs/domain'
import { type Entry, openTo } from '../navigation.ts'
import type { Staff } from '../staff.ts'

/** In the order of the navigation of these pages. */
const ENTRIES = [
  { section: 'deliveries', needs: ['listAllWebhookDeliveries', 'listSubscriptions'] },
  { section: 'webhooks', needs: ['listSubscriptions', 'getSubscriptionStats'] },
  { section: 'keys', needs: ['listApiKeys'] },
  { section: 'events', needs: ['listEvents'] },
  { section: 'requests', needs: ['listRequests', 'listApiKeys'] },
  { section: 'imports', needs: ['listImports'] },
] as const satisfies readonly Entry[]

export type DevelopersSection = (typeof ENTRIES)[number]['section']

/** The pages for developers that the role of a person may open. */
export function developersSectionsOf(staff: Pick<Staff, 'may'>): DevelopersSection[] {
  return openTo(staff, ENTRIES)
}

// The words that several pages for developers have. Each page has its own in the texts.ts of its folder.

export const DEVELOPERS = {
  pages: 'For developers',
  sections: {
    deliveries: 'Deliveries',
    webhooks: 'Webhooks',
    keys: 'API keys',
    events: 'Events',
    requests: 'Requests',
    imports: 'Imports',
  } satisfies Record<DevelopersSection, string>,
  zone: (zone: string) => `Times are those of ${zone}.`,
  utc: 'Show UTC',
  local: (zone: string) => `Show ${zone}`,
  copy: 'Copy',
  copied: 'Copied.',
  selected: 'Selected: copy it with your keyboard.',
  any: 'Any',
  filters: 'Filters',
  filter: 'Filter',
  noFilter: 'Show all',
  from: 'From',
  to: 'To',
  badTime: (text: string) => `“${text}” is no time. Write a day and a time.`,
  older: 'Older',
  newest: 'Newest',
  backToList: 'Back to the list',
  keys: {
    text: 'Keys: j and k go through the list, Enter opens, r tries once more, / searches.',
    off: 'Switch keys off',
    on: 'Switch keys on',
  },
  payload: 'Payload',
  noPayload: 'The event is older than 30 days. Its payload is no longer kept.',
  tokens: {
    hidden: 'A token of a delivery is hidden. With it a person can open the delivery.',
    show: 'Show the token',
    hide: 'Hide the token',
  },
  once: 'This is shown once. Copy it now, and keep it in a safe place.',
  kept: 'I have kept it',
  shownBefore:
    'This form was sent before, and what it made was shown then. If you have not kept it, replace it.',
} as const

export const DELIVERY_STATUS_NAMES: Record<WebhookDeliveryStatus, string> = {
  PENDING: 'Waiting',
  RETRYING: 'Retrying',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

export function eventText(event: EventName | typeof TEST_EVENT): string {
  return event === TEST_EVENT ? 'A test from these pages' : EVENTS[event].sentence
}

export const SCOPE_TEXTS: Record<Scope, string> = {
  READ: 'Read jobs, files, customers and invoices',
  WRITE: 'Read, add and change them',
  BULK_IMPORT: 'Import many records at once',
  WEBHOOKS: 'Manage webhooks, and read events and requests',
  ADMIN: 'Everything that your role may do, also people and keys',
}

/** How long a replaced secret or key goes on working, by seconds. */
export const OVERLAPS: readonly (readonly [seconds: number, text: string])[] = [
  [86_400, 'One day'],
  [3_600, 'One hour'],
  [604_800, 'Seven days'],
  [0, 'Not at all: it ends now'],
]
