import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@mediajobs/db/testing'
import { MAX_BODY_BYTES, MAX_IMPORT_BYTES, PROBLEM_CODES, type SCOPES } from '@mediajobs/domain'
import { type TestOrganization, testApp } from '@mediajobs/testing/api/app'
import {
  addressOf,
  type Document,
  type DocumentedResponse,
  type Found,
  operationsOf,
  parametersOf,
  resolved,
} from '@mediajobs/testing/api/document'
import { examplesOf, exampleWith } from '@mediajobs/testing/api/examples'
import { furnishedOrg, kindOfPath } from '@mediajobs/testing/api/furnished-org'
import { anyAddress } from '@mediajobs/testing/api/request'
import t from 'tap'
import { ownRefusals, type Refusal, STAGES, type Stage, UNKNOWN_ID } from './support/refusals.ts'

// docs/contract.md#c1-order: a request with two reasons for refusal is refused for the earlier one. Combines each pair of
// refusals of every operation.

const API_TESTS = fileURLToPath(new URL('../apps/api/test/', import.meta.url))
const { url: databaseUrl } = await createTestDatabase(t)
const trusting = { databaseUrl, trustProxy: true }
const service = await testApp(t, trusting)
const limited = await testApp(t, { ...trusting, keyWindows: [{ limit: 1, spanMs: 600_000 }] })
const document = service.app.openApi() as unknown as Document
// Customers' operations are tested in apps/api/test/portal.
const operations = operationsOf(document).filter(({ path }) => !path.startsWith('/portal/'))
const studio = await furnishedOrg(service)
const { org, idOf } = studio
const { own, token: deliveryToken } = await ownRefusals(service, studio)
const ORDER = Object.keys(STAGES) as Stage[]
/** The organization has no payment account: `apps/api/test/etags.test.ts` tests its versions. */
const NO_ACCOUNT = new Set(['putPaymentAccount', 'deletePaymentAccount'])

interface Case extends Found {
  body: object | undefined
  /** `token`: one in the path, or no credential. */
  credential: 'key' | 'session' | 'token'
  refusals: Refusal[]
}

/** Scopes without the needed one. */
const scopesBut = (needed: string) =>
  needed === 'WEBHOOKS' || needed === 'BULK_IMPORT' || needed === 'ADMIN'
    ? ['READ' as const]
    : ['WEBHOOKS' as const]

function credentialOf({ operation }: Found): Case['credential'] {
  if (operation.security.some((way) => 'apiKey' in way)) return 'key'
  return operation.security.length > 0 ? 'session' : 'token'
}

const scopeOf = ({ operation }: Found) =>
  operation.security.find((way) => 'apiKey' in way)?.apiKey?.[0]

// Required query parameters.
const NEEDED: Readonly<Record<string, { query: string }>> = {
  listSlots: { query: '?from=2026-05-01T00:00:00Z&to=2026-05-02T00:00:00Z' },
}

/** Refusals common to an operation's kind, from the document. */
function commonRefusals(found: Found): Refusal[] {
  const { operation, path } = found
  const { requestBody, operationId } = operation
  const credential = credentialOf(found)
  const types = Object.keys(requestBody?.content ?? {})
  const hasVersion = parametersOf(document, operation, 'header').some(
    ({ name }) => name === 'if-match',
  )
  const length = types.length > 1 ? MAX_IMPORT_BYTES : MAX_BODY_BYTES
  const refusals: (Refusal | false)[] = [
    credential === 'key' && { stage: 'unknown', caller: 'unknown' },
    credential !== 'token' && {
      stage: 'unknown',
      code: 'session_invalid',
      session: true,
      caller: 'unknown',
    },
    credential === 'key' && { stage: 'organization', session: true, headers: { 'x-org-id': '' } },
    credential === 'key' && {
      stage: 'foreign',
      session: true,
      headers: { 'x-org-id': UNKNOWN_ID },
    },
    credential === 'key' && { stage: 'limited', caller: 'limited' },
    scopeOf(found) !== undefined && { stage: 'scope', caller: 'scope' },
    forbidden.has(operationId) && { stage: 'role', caller: 'role' },
    types.length > 0 && { stage: 'large', length: length + 1 },
    types.length === 1 && { stage: 'type', headers: { 'content-type': 'text/plain' } },
    operationId !== 'receivePaymentEvent' && { stage: 'invalid', query: '?nope=1' },
    path.includes('{') && { stage: 'missing', id: UNKNOWN_ID, ...NEEDED[operationId] },
    hasVersion &&
      !NO_ACCOUNT.has(operationId) && { stage: 'version', headers: { 'if-match': '"another"' } },
  ]
  return refusals.filter((each) => each !== false)
}

// `access.test.ts` covers who may call what.
const forbidden = new Set<string>()
const technicians = new Map([[org, await service.createMember(org, 'TECHNICIAN')]])
const low = await technicians.get(org)?.keyWith('ADMIN')
for (const found of operations.filter((each) => credentialOf(each) === 'key')) {
  const { body } = await service.request(found.method, addressOf(found, UNKNOWN_ID), {
    ...(low !== undefined && { key: low }),
    ...(found.operation.requestBody && { body: {} }),
  })
  if (body?.code === 'role_forbids') forbidden.add(found.operation.operationId)
}

async function caseOf(found: Found): Promise<Case> {
  const { operation, method, path } = found
  const credential = credentialOf(found)
  const example = operation.requestBody && examplesOf(operation)[0]
  const body = operation.requestBody && Object(exampleWith(example ?? {}, idOf))
  const mine = own[operation.operationId] ?? []
  const whole = { ...found, credential, body, refusals: [...commonRefusals(found), ...mine] }
  // Without an upload, a logo can't be confirmed, so no response is stored. MCP tools take the key as an argument.
  const isKept = !['confirmLogo', 'sendMcpMessage'].includes(operation.operationId)
  if (method !== 'POST' || credential !== 'key' || !isKept) return whole
  return { ...whole, refusals: [...whole.refusals, await reusedKey(whole, path)] }
}

/** The refusal of an `Idempotency-Key` whose first request was a conflict, or else a success. */
async function reusedKey(found: Case, name: string): Promise<Refusal> {
  const { stage: _, code: _code, ...first } = found.refusals.find(isConflict) ?? { stage: '' }
  const headers = { 'idempotency-key': `first ${name}`.replaceAll(/[^!-~]/g, '-') }
  // The same key is distinct for each organization.
  const { status } = await send(found, [{ ...first, stage: 'reused', headers }], ' ')
  if (status !== 409 && status >= 300) throw new Error(`${name}: a response ${status} is not kept`)
  return { ...first, stage: 'reused', headers }
}

const isConflict = ({ stage }: Refusal) => stage === 'conflict'

type Credential = { key?: string; token?: string; headers?: Record<string, string> }
const credentials = new Map<string, Promise<Credential>>()

/** A technician's or administrator's credential. A limited one has used up its calls. */
function credentialWith(
  of: TestOrganization,
  isLow: boolean,
  scopes: readonly (typeof SCOPES)[number][] | 'session',
  isLimited: boolean,
): Promise<Credential> {
  const name = `${of.organizationId} ${isLow} ${scopes} ${isLimited}`
  const made = credentials.get(name) ?? make()
  credentials.set(name, made)
  return made

  async function make() {
    const person = isLow ? await technicianOf(of) : of
    const credential: Credential =
      scopes === 'session'
        ? { token: await person.token(), headers: { 'x-org-id': of.organizationId } }
        : { key: await person.keyWith(...scopes) }
    if (isLimited) await limited.request('GET', '/api-keys/current', credential)
    return credential
  }
}

async function technicianOf(of: TestOrganization) {
  const technician = technicians.get(of) ?? (await service.createMember(of, 'TECHNICIAN'))
  technicians.set(of, technician)
  return technician
}

async function callerOf(found: Case, refusals: readonly Refusal[]): Promise<Credential> {
  const has = (caller: Refusal['caller']) => refusals.some((each) => each.caller === caller)
  // `public-bodies.test.ts` covers limits per network.
  if (found.credential === 'token') return { headers: { 'x-forwarded-for': anyAddress() } }
  const of = refusals.find((each) => each.org)?.org ?? org
  if (found.credential === 'session' || refusals.some(({ session }) => session)) {
    if (has('unknown')) return { token: 'x'.repeat(43) }
    return credentialWith(of, has('role'), 'session', has('limited'))
  }
  if (has('unknown')) return { key: `mjk_${'x'.repeat(49)}` }
  const scopes = has('scope') ? scopesBut(scopeOf(found) ?? 'READ') : (['ADMIN'] as const)
  return credentialWith(of, has('role'), scopes, has('limited'))
}

/** Sends a request to be refused. `end` is appended to its body. */
async function send(found: Case, refusals: readonly Refusal[], end = '') {
  const { path, method } = found
  const { headers, ...caller } = await callerOf(found, refusals)
  const id = refusals.find((each) => each.id !== undefined)?.id
  const query = refusals.find((each) => each.query !== undefined)?.query ?? ''
  const sent = Object.assign({}, found.body, ...refusals.map((each) => each.body ?? {}))
  const length = refusals.find((each) => each.length !== undefined)?.length ?? 0
  const hasBody = found.body !== undefined || end !== ''
  const isOfKey = found.credential === 'key' && refusals.some((each) => each.caller === 'limited')
  const usual = found.credential === 'token' ? deliveryToken : idOf(kindOfPath(path, 'projects'))
  const address = addressOf(found, id ?? usual)
  return (isOfKey ? limited : service).request(method, `${address}${query}`, {
    ...caller,
    headers: Object.assign({ ...headers }, ...refusals.map((each) => each.headers ?? {})),
    ...(hasBody && { body: `${JSON.stringify(sent)}${end}`.padEnd(length) }),
  })
}

/** Whether a request can have both refusals. */
function canCombine(a: Refusal, b: Refusal): boolean {
  if (a.id !== undefined && b.id !== undefined) return false
  if (haveOtherCallers(a, b) || (isUnread(a) && isUnread(b))) return false
  // A key is reused by the same caller for the same URL.
  if ([a, b].some(({ stage }) => stage === 'reused') && [a, b].some(isElsewhere)) return false
  return !share(a.headers, b.headers) && !share(a.body, b.body)
}

function haveOtherCallers(a: Refusal, b: Refusal): boolean {
  const needsKey = ({ caller, session }: Refusal) =>
    !session && (caller === 'unknown' || caller === 'scope')
  if ((a.session && needsKey(b)) || (b.session && needsKey(a))) return true
  return a.caller !== undefined && b.caller !== undefined && a.session !== b.session
}

const isUnread = ({ stage }: Refusal) => stage === 'type' || stage === 'large'

const isElsewhere = ({ stage, id, org, caller }: Refusal) =>
  stage !== 'reused' && [id, org, caller].some((part) => part !== undefined)

const share = (a: object = {}, b: object = {}) => Object.keys(a).some((name) => name in b)

function earlier(a: Refusal, b: Refusal): Refusal {
  if (a.id === UNKNOWN_ID && b.needsRecord) return a
  if (a.isByOperation && b.stage === 'reused') return b
  if (a.needsDelivery && b.code === 'no_delivery_in_force') return b
  return ORDER.indexOf(a.stage) <= ORDER.indexOf(b.stage) ? a : b
}

const nameOf = ({ stage, org, ...rest }: Refusal) => `${stage} ${JSON.stringify(rest)}`

/** Status and code. */
const expected = ({ stage, code }: Refusal) => [STAGES[stage][0], code ?? STAGES[stage][1]]

t.test('an operation refuses with the earlier of two reasons [c1-order]', async (t) => {
  for (const found of operations) {
    const each = await caseOf(found)
    const { operationId } = each.operation
    for (const [i, a] of each.refusals.entries()) {
      const alone = await send(each, [a])
      t.strictSame([alone.status, alone.body?.code], expected(a), `${operationId}: ${nameOf(a)}`)
      for (const b of each.refusals.slice(i + 1)) {
        if (a.stage === b.stage || !canCombine(a, b)) continue
        const both = await send(each, [a, b])
        const what = `${operationId}: ${nameOf(a)} and ${nameOf(b)}`
        t.strictSame([both.status, both.body?.code], expected(earlier(a, b)), what)
      }
    }
  }
})

// For every operation that accepts an Idempotency-Key or shows a secret.
const COMMON = ['idempotency_in_progress', 'idempotency_key_reused', 'secret_already_shown']

/** invoice_has_payments: payments.test.ts; invoice_needed: locked.test.ts. */
const OF_STATE = ['invoice_has_payments', 'invoice_needed']

t.test('every documented conflict is covered here or in another test [c1-order]', (t) => {
  const files = globSync(`${API_TESTS}*/**/*.test.ts`)
  const tests = files.map((file) => readFileSync(file, 'utf8')).join()
  for (const { operation, pointer } of operations) {
    const { operationId, responses } = operation
    const documented = ['409', '422'].flatMap((status) => {
      const response = responses[status]
      const [{ description }] = response
        ? resolved<DocumentedResponse>(document, response, pointer)
        : [{ description: '' }]
      return [...description.matchAll(/`(\w+)`/g)].map(([, code]) => String(code))
    })
    const codes = documented.filter(
      (code) => code in PROBLEM_CODES && ![...COMMON, ...OF_STATE].includes(code),
    )
    const driven = (own[operationId] ?? []).filter(isConflict).map(({ code }) => String(code))
    // No records here have such a state.
    const isElsewhere = driven.length === 0 && codes.every((code) => tests.includes(`'${code}'`))
    if (isElsewhere) continue
    t.strictSame([...new Set(codes)].sort(), [...new Set(driven)].sort(), operationId)
  }
  t.end()
})
