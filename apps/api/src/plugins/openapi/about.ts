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

// HEAD and OPTIONS are described here, and are not operations. As operations they would double the methods
// of every generated client, with the same text for each path.
const DESCRIPTION = `Book, shoot, edit, deliver: media production jobs of properties, by REST and webhooks.

## Every request

- A key goes into \`x-api-key\`, a session into \`Authorization: Bearer\` with \`x-org-id\`. When both are sent, the session decides; \`Authorization\` of another scheme is ignored.
- Every path with \`GET\` has \`HEAD\`: the same status and headers without a body. \`OPTIONS\` on every path is a 204 with the methods in \`Allow\`. It needs the scope READ when the path needs a credential.
- \`x-request-id\` is on every response. It is yours when you send one of the allowed form.
- A body of zero bytes counts as no body, with any \`content-type\`.
- An unknown query parameter is a 400. A field that a body has twice is a 400. An unknown field of a body is dropped, and named in \`x-ignored-fields\`; with \`Prefer: handling=strict\` it is a 400.
- An id that is malformed, unknown or another organization’s is the same 404.

## Bounds

- A body has at most ${MAX_BODY_BYTES / MIB} MiB, that of a bulk import ${MAX_IMPORT_BYTES / MIB} MiB, that of an operation without a credential ${MAX_PUBLIC_BODY_BYTES / KIB} KiB, and that of a client’s revision request ${MAX_REVISION_BODY_BYTES / KIB} KiB. Beyond it: 413.
- A JSON body has at most ${count.format(MAX_JSON_VALUES_PER_MIB)} members and items for each MiB that it may have: each operation says how many. It has at most ${MAX_JSON_DEPTH} levels. Beyond either: 400.
- A 400 has one message for each violation, and at most ${MAX_VIOLATIONS}.
- docs/limits.md of the source has every bound on what a caller may send.
- Each key has three windows of calls. \`x-ratelimit-*\` show the window with the fewest calls left. \`Retry-After\` of a 429 is the time to wait.

## Errors

Every response that is not a success has the body \`Problem\`; a 400 has the body \`InvalidRequest\`. \`code\` is for programs, \`message\` for people.`

export const INFO = {
  title: 'Media Production Job Service',
  version: manifest.version,
  description: DESCRIPTION,
  // Each installation has its own operator, and this document is the same for all of them.
  contact: { name: 'The operator of this installation' },
  license: { name: 'MIT', identifier: 'MIT' },
}

/**
 * The folder that the document is in (OpenAPI 3.1, section 4.6: a relative URL is resolved against
 * that of the document). So it is right at the root of a host and below a path of a proxy.
 */
export const SERVERS = [{ url: '.', description: 'Where this document was read' }]

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'An integration’s key. Each operation lists the scope that it needs.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A person’s `accessToken` of POST /auth/sessions, with x-org-id. Its scopes follow from the role.',
  },
}

interface Tag {
  name: string
  description: string
}

export const WEBHOOK_TAG = 'webhook-payloads'

// In the order of a job's life: who works, what is sold, the job, its files, its delivery, its bill.
const DESCRIPTIONS: Record<string, string> = {
  auth: 'Sessions of people: sign in and out, accept an invitation, change or reset a password.',
  users: 'The people of an organization, and their roles.',
  calendars: 'What calendar apps read, with the token of a calendar and without a key.',
  availability: 'Who can take a shoot, and when.',
  'api-keys': 'Credentials of integrations.',
  customers: 'The people and companies that book: agents, owners, agencies.',
  packages: 'What can be booked as a whole, with a price.',
  'add-ons': 'What can be booked beside a package.',
  discounts: 'Codes that make a booking cheaper.',
  pricing: 'What a booking would cost.',
  projects: 'Jobs, one for each shoot at an address, from booking to approval.',
  media: 'The files of a project: presign, upload to the object store, confirm, order, rename.',
  deliveries: 'What a client sees and decides, with the delivery token and without a key.',
  mails: 'The mails that the service has sent for your organization.',
  unsubscribe: 'The link with which a customer ends the mails of an organization.',
  originals: 'Altered pictures with their originals, for anyone.',
  organization: 'Your organization, and what its clients see of it.',
  invoices: 'Invoices, from the draft to sent, paid or void.',
  webhooks: 'Subscriptions to events, and their deliveries.',
  events: 'The events of the last 30 days.',
  requests:
    'The calls of your organization in the last days: all errors, and a sample of the rest.',
  [WEBHOOK_TAG]: 'What a receiver of webhooks gets. These are requests of the service to you.',
  'bulk-imports': 'Thousands of customers or projects at once, from another system.',
  health: 'Probes for an orchestrator or a balancer.',
  service: 'The name and the version of the service.',
}

export const TAGS: readonly Tag[] = Object.entries(DESCRIPTIONS).map(([name, description]) => ({
  name,
  description,
}))

/**
 * The tag of an operation: the first step of its path.
 *
 * @throws when that tag has no description yet.
 */
export function tagOf(path: string): string {
  const tag = path.split('/')[1] || 'service'
  if (DESCRIPTIONS[tag] === undefined) throw new Error(`the tag ${tag} has no description`)
  return tag
}
