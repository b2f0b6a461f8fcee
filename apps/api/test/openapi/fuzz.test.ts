// Property tests over the document: whatever is sent, no answer is a 5xx and each is as documented.
// FUZZ_REQUESTS=10000 makes it thorough; FUZZ_SEED repeats a run that failed.

import { type TestResponse, testApp } from '@mediajobs/testing/api/app'
import type { Document } from '@mediajobs/testing/api/document'
import { furnishedOrg, KINDS } from '@mediajobs/testing/api/furnished-org'
import * as fc from 'fast-check'
import t from 'tap'
import { ID_TOKEN } from '../support/arbitrary.ts'
import {
  type ArbitraryRequest,
  arbitraryRequest,
  type Caller,
} from '../support/arbitrary-request.ts'
import { roundTripsOf } from '../support/round-trips.ts'
import { withEveryTime } from '../support/times-in-requests.ts'

// As many at a time as there may be: they meet each other in the database too.
const AT_ONCE = 5
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const MAX_ROUND_TRIPS = 12
// A media item may be written again with the values that it has.
const IGNORED = { updatedAt: '' }
// Slow machines too.
const TIME_LIMIT_MS = 30_000 + REQUESTS * 100

t.setTimeout(TIME_LIMIT_MS)

const service = await testApp(t)
const document = service.app.openApi() as unknown as Document
const { org, idOf } = await furnishedOrg(service)
const other = await service.createOrg()
const technician = await service.createMember(org, 'TECHNICIAN')
const keys: Record<Exclude<Caller, 'SESSION' | 'NOBODY'>, string> = {
  ADMIN: org.key,
  READ: await (await service.createMember(org, 'MANAGER')).keyWith('READ'),
  WEBHOOKS: await (await service.createMember(org, 'MANAGER')).keyWith('WEBHOOKS', 'BULK_IMPORT'),
  TECHNICIAN: await technician.keyWith('WRITE'),
  FOREIGN: other.key,
}
const token = await (await service.createMember(org, 'MANAGER')).token()

/** The ids, or tokens, of what was made so far, by the first step of its path. */
const made: Record<string, string[]> = Object.fromEntries(KINDS.map((kind) => [kind, [idOf(kind)]]))

t.test(`${REQUESTS} requests: no 5xx, and every answer as documented`, async (t) => {
  t.comment(`FUZZ_SEED=${SEED}`)
  const statuses: Record<string, number> = {}
  const property = fc.asyncProperty(
    fc.array(arbitraryRequest(document), { minLength: AT_ONCE, maxLength: AT_ONCE }),
    async (requests) => {
      const answers = await Promise.all(requests.map(send))
      for (const [i, answer] of answers.entries()) {
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        const request = requests[i] as ArbitraryRequest
        if (answer.status < 500 && !missesBody(request, answer)) continue
        throw new Error(`${answer.status} to ${JSON.stringify(request)}`)
      }
    },
  )
  await fc.assert(property, {
    numRuns: REQUESTS / AT_ONCE,
    seed: SEED,
    // What is smaller meets another database by now.
    endOnFailure: true,
    includeErrorInReport: true,
  })
  t.comment(JSON.stringify(statuses))
  t.ok((statuses[200] ?? 0) > REQUESTS / 20, 'many of them are sound')
  t.ok((statuses[201] ?? 0) > REQUESTS / 100, 'and make something')
})

t.test('times at every edge: no 5xx, wherever a time is taken', async (t) => {
  t.comment(`FUZZ_SEED=${SEED}`)
  const { instants, requests } = withEveryTime(document, SEED)
  for (const request of requests) {
    const { status } = await send(request)
    t.ok(status < 500, `${status} to ${JSON.stringify(request)}`)
  }
  t.ok(requests.length >= instants.length * 10, 'in many places')
})

t.test('what GET answers, PATCH takes back unchanged, whatever was sent before', async (t) => {
  t.comment(`FUZZ_SEED=${SEED}`)
  let trips = 0
  for (const { kind, path, patchPath, fields } of roundTripsOf(document)) {
    for (const id of (made[kind] ?? []).slice(-MAX_ROUND_TRIPS)) {
      const at = (template: string) => template.replace('{id}', id)
      const read = await service.request('GET', at(path), { key: org.key })
      if (read.status !== 200) continue
      const body = Object.fromEntries(fields.map((field) => [field, read.body[field]]))
      const back = await service.request('PATCH', at(patchPath), { key: org.key, body })
      trips++
      const what = `${at(patchPath)} ${JSON.stringify(body)}`
      // It may have moved on: an invoice that was sent is not changed.
      if (back.status === 409) continue
      t.equal(back.status, 200, `${what}: ${JSON.stringify(back.body.message)}`)
      t.strictSame({ ...back.body, ...IGNORED }, { ...read.body, ...IGNORED }, what)
    }
  }
  t.ok(trips > KINDS.length, `${trips} records`)
})

/** Whether a body was missed where none is needed. */
function missesBody({ body, method, needsBody }: ArbitraryRequest, { status, ...answer }: TestResponse) {
  if (body !== undefined || needsBody || method === 'PUT') return false
  return status === 415 || (status === 400 && /^body /.test(answer.body.message?.[0]))
}

async function send(request: ArbitraryRequest): Promise<TestResponse> {
  const { method, query, contentType, headers } = request
  const isBodyless = method === 'GET' || method === 'HEAD' || request.body === undefined
  const answer = await service.request(method, addressOf(request.path, query), {
    isArbitrary: true,
    ...credentialOf(request.caller),
    ...(!isBodyless && { body: withIds(request.body) }),
    headers: {
      ...headers,
      ...(contentType && { 'content-type': contentType }),
      ...(request.caller === 'SESSION' && { 'x-org-id': org.organizationId }),
    },
  })
  if (answer.status < 300 && request.caller === 'ADMIN') note(request.path, answer.body)
  return answer
}

function addressOf(path: string, query: [string, unknown][]): string {
  const steps = path.split('/').map((step) => String(withIds(step)))
  const values = query.flatMap(([name, value]) =>
    [value].flat().map((each) => [name, textOf(withIds(each))]),
  )
  const search = new URLSearchParams(values as [string, string][]).toString()
  return `${steps.join('/')}${search && `?${search}`}`
}

// A longer address is no request any more to Node's HTTP: it takes 16 KiB of head in all.
function textOf(value: unknown): string {
  return String(value).slice(0, 2_000).toWellFormed()
}

function credentialOf(caller: Caller): { key?: string; token?: string } {
  if (caller === 'NOBODY') return {}
  return caller === 'SESSION' ? { token } : { key: keys[caller] }
}

/** Remembers what an answer shows, for later requests. */
function note(path: string, body: unknown): void {
  const [, kind = '', inner = ''] = path.split('/')
  const { id, deliveryToken } = Object(body) as { id?: unknown; deliveryToken?: unknown }
  if (typeof deliveryToken === 'string') keep('deliveries', deliveryToken)
  // Its own key is none to revoke.
  if (typeof id !== 'string' || inner === 'current') return
  if (kind !== 'webhooks') keep(kind, id)
  else keep(inner === 'subscriptions' && !path.endsWith('/test') ? inner : 'webhook-deliveries', id)
}

function keep(kind: string, id: string): void {
  made[kind] ??= []
  if (!made[kind].includes(id)) made[kind].push(id)
}

function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner)]))
  }
  const [, kind = '', n] = (typeof value === 'string' && ID_TOKEN.exec(value)) || []
  if (n === undefined) return value
  const known = made[kind] ?? []
  return known[Number(n) % known.length] ?? 'none-yet'
}
