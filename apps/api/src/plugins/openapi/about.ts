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

export const WEBHOOK_TAG = {
  name: 'webhook-payloads',
  description: 'Webhooks: requests that the service sends you.',
}
