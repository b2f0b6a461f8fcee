import {
  MAX_BODY_BYTES,
  MAX_IMPORT_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES_PER_MIB,
  MAX_PUBLIC_BODY_BYTES,
  MAX_REVISION_BODY_BYTES,
  MAX_VIOLATIONS,
} from '@mediajobs/domain'

import manifest from '../../../package.json' with { type: 'json' }

const KIB = 1_024
const MIB = 1_048_576

const count = new Intl.NumberFormat('en')

// HEAD and OPTIONS are described here: as operations they would double the methods of generated clients.
const DESCRIPTION = `Book, shoot, edit, deliver: property media jobs by REST and webhooks.

## Every request

- Send a key in \`x-api-key\`, a session in \`Authorization: Bearer\` with \`x-org-id\`. If both are sent, the session wins; other schemes of \`Authorization\` are ignored.
- Every \`GET\` supports \`HEAD\`: the same status and headers without a body. \`OPTIONS\` is a 204 with the methods in \`Allow\`; it requires the scope READ if the path requires a credential.
- \`x-request-id\` is on every response: yours if you send a valid one.
- A body of zero bytes counts as no body, with any \`content-type\`.
- Unknown query parameters and repeated fields are a 400. Unknown body fields are dropped and named in \`x-ignored-fields\`; with \`Prefer: handling=strict\` they are a 400.
- A malformed id, an unknown id and another organization’s id are the same 404.

## Bounds

- A body has at most ${MAX_BODY_BYTES / MIB} MiB, that of a bulk import ${MAX_IMPORT_BYTES / MIB} MiB, that of an operation without a credential ${MAX_PUBLIC_BODY_BYTES / KIB} KiB, and that of a client’s revision request ${MAX_REVISION_BODY_BYTES / KIB} KiB. Beyond it: 413.
- A JSON body has at most ${count.format(MAX_JSON_VALUES_PER_MIB)} members and items per MiB of its maximum size, as each operation states, and at most ${MAX_JSON_DEPTH} levels. Beyond either: 400.
- A 400 has one message per violation, at most ${MAX_VIOLATIONS}.
- docs/limits.md in the source lists every bound.
- Each key has three rate limit windows. \`x-ratelimit-*\` describe the one with the fewest calls left; \`Retry-After\` of a 429 is the time to wait.

## Errors

Every error has the body \`Problem\`; a 400 has the body \`InvalidRequest\`. \`code\` is for programs, \`message\` for people.`

export const INFO = {
  title: 'Media Production Job Service',
  version: manifest.version,
  description: DESCRIPTION,
  // The operator differs by installation, this document doesn't.
  contact: { name: 'The operator of this installation' },
  license: { name: 'MIT', identifier: 'MIT' },
}

/** Relative to the document (OpenAPI 3.1, section 4.6), so it also works below a path of a proxy. */
export const SERVERS = [{ url: '.', description: 'Where this document was read' }]

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'An integration’s key. Each operation lists its required scope.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A person’s `accessToken` from POST /auth/sessions, with x-org-id. Scopes follow from the role.',
  },
  portal: {
    type: 'http',
    scheme: 'bearer',
    description: 'A customer’s `accessToken` from POST /portal/sessions.',
  },
}

interface Tag {
  name: string
  description: string
}

export const WEBHOOK_TAG = 'webhook-payloads'

// In the order of a job's life: people, products, the job, its files, its delivery, its invoice.
const DESCRIPTIONS: Record<string, string> = {
  auth: 'Sessions: sign in and out, accept an invitation, change or reset a password.',
  users: 'The people of an organization, and their roles.',
  calendars: 'Feeds for calendar apps, by the token of a calendar.',
  availability: 'Who is free for a shoot, and when.',
  'api-keys': 'Credentials of integrations.',
  customers: 'The people and companies that book: agents, owners, agencies.',
  reports: 'Bookings, deliveries, revisions, revenue, balances and shoots.',
  'customer-groups': 'Customers who share prices and terms: brokerages, teams.',
  packages: 'Products with a price.',
  'add-ons': 'Extras to a package.',
  discounts: 'Discount codes.',
  pricing: 'Price quotes.',
  'order-forms': 'What anyone can order, and how.',
  book: 'An order form, as shown to clients.',
  projects: 'Jobs, one per shoot, from booking to approval.',
  sites: 'A property website, as shown to visitors.',
  tours: 'The unbranded page of a property, for an MLS.',
  visits: 'Additional appointments of projects.',
  media: 'The files of a project: presign, upload to the object store, confirm, order, rename.',
  deliveries: 'The client’s view and decision, by the delivery token.',
  mails: 'Mails sent for your organization.',
  unsubscribe: 'The unsubscribe link in mails to customers.',
  originals: 'Altered pictures with their originals, public.',
  organization: 'Your organization and its settings.',
  orders: 'Orders of clients. Staff decide; a client follows theirs by its token.',
  invoices: 'Invoices, from draft to sent, paid or void.',
  payments: 'Money received, and its refunds.',
  pay: 'The payer’s view of an invoice, by the token of its pay link.',
  portal: 'A signed-in customer’s own records.',
  'payment-events': 'Where payment providers send their events.',
  webhooks: 'Subscriptions to events, and their deliveries.',
  events: 'The events of the last 30 days.',
  requests: 'Recent calls of your organization: all errors, and a sample of the rest.',
  [WEBHOOK_TAG]: 'Webhooks: requests of the service to you.',
  'bulk-imports': 'Import thousands of customers or projects at once.',
  mcp: 'The operations as tools of an AI agent (Model Context Protocol).',
  health: 'Probes for orchestrators and load balancers.',
  service: 'The name and the version of the service.',
}

export const TAGS: readonly Tag[] = Object.entries(DESCRIPTIONS).map(([name, description]) => ({
  name,
  description,
}))

/** The tag of an operation: the first segment of its path. */
export function tagOf(path: string): string {
  const tag = path.split('/')[1] || 'service'
  if (DESCRIPTIONS[tag] === undefined) throw new Error(`the tag ${tag} has no description`)
  return tag
}
