import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@mediajobs/db/testing'
import type { SCOPES } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import {
  addressOf,
  type Document,
  type Found,
  operationsOf,
  parametersOf,
} from '@mediajobs/testing/api/document'
import { examplesOf, exampleWith } from '@mediajobs/testing/api/examples'
import { furnishedOrg, kindOfPath } from '@mediajobs/testing/api/furnished-org'
import t from 'tap'

// docs/contract.md#c1-order: a request that may be refused for two reasons is refused for the earlier one.
// Every two refusals of every operation are combined.

const { url: databaseUrl } = await createTestDatabase(t)
const service = await testApp(t, { databaseUrl })
const limited = await testApp(t, { databaseUrl, keyWindows: [{ limit: 1, spanMs: 600_000 }] })
const document = service.app.openApi() as unknown as Document
const operations = operationsOf(document).filter(({ operation }) =>
  operation.security.some((way) => 'apiKey' in way),
)
const studio = await furnishedOrg(service)
const { org, idOf, make } = studio
const technician = await service.createMember(org, 'TECHNICIAN')

/** The stages of the order, with what each responds. */
const STAGES = {
  unknown: [401, 'api_key_invalid'],
  limited: [429, 'rate_limited'],
  scope: [403, 'scope_missing'],
  role: [403, 'role_forbids'],
  type: [415, 'unsupported_media_type'],
  invalid: [400, 'invalid_request'],
  missing: [404, 'not_found'],
  move: [403, 'role_forbids_move'],
  version: [412, 'version_mismatch'],
  conflict: [409, null],
} as const
type Stage = keyof typeof STAGES
const ORDER = Object.keys(STAGES) as Stage[]

/** What makes a request one that is refused. */
interface Refusal {
  stage: Stage
  /** The id in the path. */
  id?: string
  /** Fields of the body. */
  body?: object
  headers?: Record<string, string>
  query?: string
  key?: 'unknown' | 'limited' | 'scope' | 'role'
  /** It depends on the record, so it comes after the 404 of the path. */
  needsRecord?: true
}

interface Case extends Found {
  body: unknown
  refusals: Refusal[]
}

const UNKNOWN_ID = randomUUID()

// Records that refuse a change.
const sentInvoice = await make('/invoices', {
  customerId: idOf('customers'),
  currency: 'USD',
  lineItems: [{ description: 'Photos', quantity: 1, unitAmount: 100 }],
})
await make(`/invoices/${sentInvoice.id}/send`)
const other = await make('/customers', { name: 'Other', email: 'other@order.test' })
const projectOf = (body: object = {}) =>
  make('/projects/create', { scheduledTime: '2026-05-01T09:30:00Z', ...body })
await projectOf({ externalId: 'taken' })
const otherUrl = 'https://taken.example/webhooks'
await make('/webhooks/subscriptions', { url: otherUrl, events: ['PROJECT_CREATED'] })
const takenCode = await make('/discounts', { code: 'TAKEN', percentBasisPoints: 100 })
const held = await make('/discounts', { code: 'HELD', percentBasisPoints: 100, maxRedemptions: 5 })
for (let n = 0; n < 2; n += 1) await projectOf({ discountCode: 'HELD' })

const invalid = (body: object): Refusal => ({ stage: 'invalid', body })
const invalidFor = (body: object): Refusal => ({ ...invalid(body), needsRecord: true })
const missing = (body: object): Refusal => ({ stage: 'missing', body })
const conflict = (body: object, id?: string): Refusal => ({
  stage: 'conflict',
  body,
  ...(id !== undefined && { id }),
})

const UNKNOWN_CODE = { discountCode: 'NO-SUCH-CODE' }

/** What an operation refuses beside what all of them refuse. */
const OWN: Record<string, Refusal[]> = {
  createProject: [
    invalid(UNKNOWN_CODE),
    missing({ customerId: UNKNOWN_ID }),
    missing({ technicianId: UNKNOWN_ID }),
    conflict({ externalId: 'taken' }),
  ],
  updateProject: [
    // The code that the project holds may be unknown by now.
    invalidFor(UNKNOWN_CODE),
    missing({ customerId: UNKNOWN_ID }),
    missing({ packageId: UNKNOWN_ID }),
    conflict({ externalId: 'taken' }),
  ],
  assignCustomer: [missing({ customerId: UNKNOWN_ID })],
  assignTechnician: [missing({ userId: UNKNOWN_ID })],
  changeProjectStatus: [invalid({ status: 'NO_STATUS' })],
  deliverProject: [invalid({ expiresAt: '2020-01-01T00:00:00Z' })],
  createCustomer: [invalid({ name: 5 }), conflict({ email: other.email })],
  updateCustomer: [invalid({ name: 5 }), conflict({ email: other.email })],
  createInvoice: [
    invalid({ currency: 'NONE' }),
    missing({ customerId: UNKNOWN_ID }),
    missing({ projectId: UNKNOWN_ID }),
  ],
  updateInvoice: [
    // A currency that was withdrawn, which a record may have.
    invalidFor({ currency: 'DEM' }),
    missing({ customerId: UNKNOWN_ID }),
    missing({ projectId: UNKNOWN_ID }),
    conflict({}, sentInvoice.id),
  ],
  sendInvoice: [conflict({}, sentInvoice.id)],
  payInvoice: [invalid({ method: 5 }), conflict({})],
  quotePrice: [
    invalid(UNKNOWN_CODE),
    missing({ packageId: UNKNOWN_ID }),
    missing({ selectedAddOnIds: [UNKNOWN_ID] }),
  ],
  createDiscount: [invalid({ percentBasisPoints: -1 }), conflict({ code: takenCode.code })],
  updateDiscount: [
    invalidFor({ startsAt: '2027-01-01T00:00:00Z', expiresAt: '2026-01-01T00:00:00Z' }),
    conflict({ code: takenCode.code }),
    conflict({ maxRedemptions: 1 }, held.id),
  ],
  createSubscription: [
    invalid({ headers: { host: 'x' } }),
    missing({ filter: { customerIds: [UNKNOWN_ID] } }),
    conflict({ url: otherUrl }),
  ],
  updateSubscription: [
    invalid({ headers: { host: 'x' } }),
    invalidFor({ headers: { 'x-new': '********' } }),
    missing({ filter: { customerIds: [UNKNOWN_ID] } }),
    conflict({ url: otherUrl }),
  ],
  createUser: [invalid({ name: 5 }), conflict({ email: org.email })],
  updateMedia: [
    invalidFor({ alteredFromMediaId: idOf('media') }),
    missing({ alteredFromMediaId: UNKNOWN_ID }),
  ],
  updateRevisionItem: [invalid({ status: 'NO_STATUS' }), missing({ resolvedMediaId: UNKNOWN_ID })],
}

/** A scope without which a key may not call an operation. */
const scopesBut = (needed: string) =>
  needed === 'WEBHOOKS' || needed === 'BULK_IMPORT' || needed === 'ADMIN'
    ? ['READ' as const]
    : ['WEBHOOKS' as const]

function caseOf(found: Found): Case {
  const { operation, path, method } = found
  const example = operation.requestBody && examplesOf(operation)[0]
  const body = operation.requestBody && Object(exampleWith(example ?? {}, idOf))
  const neededScope = operation.security.find((way) => 'apiKey' in way)?.apiKey?.[0]
  const hasVersion = parametersOf(document, operation, 'header').some(
    ({ name }) => name === 'if-match',
  )
  const isJsonOnly = Object.keys(operation.requestBody?.content ?? {}).length === 1
  const refusals: Refusal[] = [
    { stage: 'unknown', key: 'unknown' },
    { stage: 'limited', key: 'limited' },
    ...(neededScope === undefined ? [] : [{ stage: 'scope', key: 'scope' } as const]),
    ...(forbidden.has(operation.operationId) ? [{ stage: 'role', key: 'role' } as const] : []),
    ...(isJsonOnly ? [{ stage: 'type', headers: { 'content-type': 'text/plain' } } as const] : []),
    { stage: 'invalid', query: '?nope=1' },
    ...(path.includes('{') ? [{ stage: 'missing', id: UNKNOWN_ID } as const] : []),
    ...(hasVersion ? [{ stage: 'version', headers: { 'if-match': '"another"' } } as const] : []),
    ...(OWN[operation.operationId] ?? []),
  ]
  return { ...found, method, body, refusals }
}

// Who may call what is the promise of another test (`access.test.ts`).
const low = await technician.keyWith('ADMIN')
const forbidden = new Set<string>()
for (const found of operations) {
  const { body } = await service.request(found.method, addressOf(found, UNKNOWN_ID), {
    key: low,
    ...(found.operation.requestBody && { body: {} }),
  })
  if (body?.code === 'role_forbids') forbidden.add(found.operation.operationId)
}

const keys = new Map<string, Promise<string>>()
/** A key of a technician or an administrator, with these scopes. A limited key has used up its calls. */
function keyWith(isLow: boolean, scopes: readonly (typeof SCOPES)[number][], isLimited: boolean) {
  const name = `${isLow} ${scopes} ${isLimited}`
  const made = keys.get(name) ?? makeKey(isLow, scopes, isLimited)
  keys.set(name, made)
  return made
}
async function makeKey(
  isLow: boolean,
  scopes: readonly (typeof SCOPES)[number][],
  isLimited: boolean,
) {
  const key = await (isLow ? technician : org).keyWith(...scopes)
  if (isLimited) await limited.request('GET', '/api-keys/current', { key })
  return key
}

async function send(found: Case, refusals: readonly Refusal[]) {
  const { operation, path, method } = found
  const has = (key: Refusal['key']) => refusals.some((each) => each.key === key)
  const needed = operation.security.find((way) => 'apiKey' in way)?.apiKey?.[0] ?? 'READ'
  const scopes = has('scope') ? scopesBut(needed) : (['ADMIN'] as const)
  const key = has('unknown')
    ? `mjk_${'x'.repeat(49)}`
    : await keyWith(has('role'), scopes, has('limited'))
  const id = refusals.find((each) => each.id !== undefined)?.id
  const query = refusals.find((each) => each.query !== undefined)?.query ?? ''
  const isText = refusals.some(({ stage }) => stage === 'type')
  const body = Object.assign({}, found.body, ...refusals.map((each) => each.body ?? {}))
  const address = addressOf(found, id ?? idOf(kindOfPath(path, 'projects')))
  const api = has('limited') ? limited : service
  return api.request(method, `${address}${query}`, {
    key,
    headers: Object.assign({}, ...refusals.map(({ headers }) => headers ?? {})),
    ...(found.operation.requestBody && { body: isText ? 'x' : body }),
  })
}

/** Whether a request can have both refusals. */
function canCombine(a: Refusal, b: Refusal): boolean {
  if (a.id !== undefined && b.id !== undefined) return false
  if (a.stage === 'type' || b.stage === 'type') return !a.body && !b.body
  const fields = Object.keys(a.body ?? {})
  return !Object.keys(b.body ?? {}).some((field) => fields.includes(field))
}

function earlier(a: Refusal, b: Refusal): Stage {
  if (a.id === UNKNOWN_ID && b.needsRecord) return a.stage
  return ORDER.indexOf(a.stage) < ORDER.indexOf(b.stage) ? a.stage : b.stage
}

const nameOf = ({ stage, ...rest }: Refusal) => `${stage} ${JSON.stringify(rest)}`

/** The status, and the code where its stage has only one. */
function seen({ status, body }: Awaited<ReturnType<typeof send>>, stage: Stage) {
  const [, code] = STAGES[stage]
  return [status, code && body?.code]
}

t.test('an operation refuses for the earlier of two reasons [c1-order]', async (t) => {
  for (const each of operations.map(caseOf)) {
    const { operationId } = each.operation
    for (const [i, a] of each.refusals.entries()) {
      const alone = await send(each, [a])
      t.strictSame(seen(alone, a.stage), STAGES[a.stage], `${operationId}: ${nameOf(a)}`)
      for (const b of each.refusals.slice(i + 1)) {
        if (a.stage === b.stage || !canCombine(a, b)) continue
        const first = earlier(a, b)
        const both = await send(each, [a, b])
        const what = `${operationId}: ${nameOf(a)} and ${nameOf(b)}`
        t.strictSame(seen(both, first), STAGES[first], what)
      }
    }
  }
})
