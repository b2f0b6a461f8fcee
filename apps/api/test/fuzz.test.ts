// Property tests over the document: whatever is sent, no answer is a 5xx and each is as documented.
// FUZZ_REQUESTS=10000 makes it thorough; FUZZ_SEED repeats a run that failed.
import * as fc from 'fast-check'
import t from 'tap'
import { type Answer, testApp } from './support/app.ts'
import { ID_TOKEN } from './support/arbitrary.ts'
import {
  type ArbitraryRequest,
  arbitraryRequest,
  type Caller,
} from './support/arbitrary-request.ts'
import type { Document } from './support/document.ts'
import { furnishedOrg, KINDS } from './support/furnished-org.ts'

// As many at a time as there may be: they meet each other in the database too.
const AT_ONCE = 5
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
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
        if (answer.status < 500) continue
        throw new Error(`${answer.status} to ${JSON.stringify(requests[i])}`)
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

async function send(request: ArbitraryRequest): Promise<Answer> {
  const { method, query, contentType, headers } = request
  const isBodyless = method === 'GET' || method === 'HEAD' || request.body === undefined
  const answer = await service.request(method, addressOf(request.path, query), {
    isArbitrary: true,
    ...credentialOf(request.caller),
    ...(!isBodyless && { body: withIds(request.body) }),
    headers: {
      ...headers,
      ...(contentType && !isBodyless && { 'content-type': contentType }),
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
