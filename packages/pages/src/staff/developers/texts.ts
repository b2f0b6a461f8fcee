import {
  EVENTS,
  type EventName,
  type Scope,
  TEST_EVENT,
  type WebhookDeliveryStatus,
} from '@mediajobs/domain'
import { type Entry, openTo } from '../navigation.ts'
import type { Staff } from '../staff.ts'

/** In navigation order. */
const ENTRIES = [
  { section: 'deliveries', needs: ['listAllWebhookDeliveries', 'listSubscriptions'] },
  { section: 'webhooks', needs: ['listSubscriptions', 'getSubscriptionStats'] },
  { section: 'keys', needs: ['listApiKeys'] },
  { section: 'events', needs: ['listEvents'] },
  { section: 'requests', needs: ['listRequests', 'listApiKeys'] },
  { section: 'imports', needs: ['listImports'] },
] as const satisfies readonly Entry[]

export type DevelopersSection = (typeof ENTRIES)[number]['section']

/** The developer pages that the person's role may open. */
export function developersSectionsOf(staff: Pick<Staff, 'may'>): DevelopersSection[] {
  return openTo(staff, ENTRIES)
}

// Texts shared by several developer pages.

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
  utc: 'Show UTC',
  local: (zone: string) => `Show ${zone}`,
  any: 'Any',
  filters: 'Filters',
  filter: 'Filter',
  noFilter: 'Show all',
  from: 'From',
  to: 'To',
  badTime: (text: string) => `“${text}” isn't a valid date and time.`,
  skippedTime: (text: string) => `“${text}” doesn't exist: clocks skip ahead that day.`,
  older: 'Older',
  newest: 'Newest',
  backToList: 'Back to the list',
  keys: {
    list: 'Shortcuts: j and k move through the list, Enter opens.',
    deliveries:
      'Shortcuts: j and k move through the list, Enter opens, r retries the open delivery, / searches.',
    off: 'Turn off shortcuts',
    on: 'Turn on shortcuts',
  },
  copy: 'Copy',
  copyId: (name: string) => `Copy the ID of the ${name}`,
  eventType: 'Fields and example',
  eventTypes: 'Event types',
  openProject: 'Open the job',
  payload: 'Payload',
  noPayload: 'Payloads are kept for 30 days.',
  showWhole: (size: string) => `Show all ${size}`,
  tokens: {
    hidden: 'A delivery token is hidden. Anyone with it can open the delivery.',
    show: 'Show the token',
    hide: 'Hide the token',
  },
  once: "Copy it now and keep it safe. You won't see it again.",
  kept: 'Done',
  shownBefore:
    "This form was already sent, and the secret was shown then. If you didn't save it, replace it.",
} as const

export const DELIVERY_STATUS_NAMES: Record<WebhookDeliveryStatus, string> = {
  PENDING: 'Waiting',
  RETRYING: 'Retrying',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  CANCELLED: 'Canceled',
}

export function eventText(event: EventName | typeof TEST_EVENT): string {
  return event === TEST_EVENT ? 'A test from these pages' : EVENTS[event].sentence
}

export const SCOPE_TEXTS: Record<Scope, string> = {
  READ: 'Read jobs, files, customers and invoices',
  WRITE: 'Read, add and change them',
  BULK_IMPORT: 'Import many records at once',
  WEBHOOKS: 'Manage webhooks, and read events and requests',
  ADMIN: 'Everything your role can do, including people and keys',
}

/** How long a replaced secret or key keeps working, by seconds. */
export const OVERLAPS = [
  ['86400', 'One day'],
  ['3600', 'One hour'],
  ['604800', 'Seven days'],
  ['0', 'Not at all: it ends now'],
] as const
