// Hostile requests for every operation of the OpenAPI document, so new ones are attacked too.
import { MAX_VIOLATIONS } from '@mediajobs/domain'
import { addressOf, type Found, operationsOf } from '@mediajobs/testing/api/document'
import { examplesOf, exampleWith } from '@mediajobs/testing/api/examples'
import { kindOfPath } from '@mediajobs/testing/api/furnished-org'
import { type Attack, type Expectation, type HostileRequest, requestsAttack } from './attack.ts'
import { hostileAddresses } from './hostile-addresses.ts'
import { hostileBodies } from './hostile-bodies.ts'
import type { AttackResponse } from './send.ts'
import type { Stage } from './stage.ts'

export type Caller = 'ADMIN' | 'STRANGER'

/** Every `step`-th request, with a different start for each operation. */
export interface Share {
  step: number
}

/** One attack for each operation that the caller may reach. */
export function documentAttacks(stage: Stage, caller: Caller, share: Share): Attack[] {
  const operations = operationsOf(stage.document).filter(
    ({ operation }) => caller === 'ADMIN' || operation.security.length === 0,
  )
  return operations.map((found, offset) =>
    requestsAttack(`${found.method} ${found.path}`, () =>
      sampled(requestsFor(stage, found, caller), share.step, offset),
    ),
  )
}

function* sampled<Item>(all: Iterable<Item>, step: number, offset: number): Generator<Item> {
  let n = offset
  for (const item of all) if (n++ % step === 0) yield item
}

function* requestsFor(stage: Stage, found: Found, caller: Caller): Generator<HostileRequest> {
  const { document, attacker, furnished } = stage
  const { method } = found
  const address = addressOf(found, idFor(stage, found))
  const credential = caller === 'ADMIN' ? { 'x-api-key': attacker.key } : {}
  const expected = documentedResponses(found, caller)
  const { schema } = found.operation.requestBody?.content['application/json'] ?? {}
  const [example = {}] = examplesOf(found.operation)
  const sound = Object(exampleWith(example, (kind) => knownId(furnished.idOf, kind)))
  for (const { name, path, headers = {} } of hostileAddresses(document, found, address)) {
    yield {
      name,
      method,
      path,
      headers: { ...credential, ...(schema && { 'content-type': 'application/json' }), ...headers },
      ...(schema && { body: () => JSON.stringify(sound) }),
      expected,
    }
  }
  if (!schema) return
  for (const { name, body } of hostileBodies(document, schema, sound)) {
    const headers = { ...credential, 'content-type': 'application/json' }
    yield { name, method, path: address, headers, body, expected }
  }
}

/** An expendable record: a hostile request may be valid and change it. */
function idFor({ furnished }: Stage, found: Found): string {
  const kind = kindOfPath(found.path)
  if (kind === '') return ''
  return knownId(furnished.idOf, kind) ?? 'a'.repeat(43)
}

function knownId(idOf: (kind: string) => string, kind: string): string | undefined {
  try {
    return idOf(kind)
  } catch {
    return undefined
  }
}

/** Any documented response of the operation, except the 5xx. */
function documentedResponses({ operation }: Found, caller: Caller): Expectation {
  const documented = Object.keys(operation.responses).map(Number)
  return {
    statuses: documented.filter((status) => status < 500),
    check: (response) => lacking(response, caller),
  }
}

/** Missing headers, or revealing messages. docs/contract.md#c10 */
function lacking({ outcome, headers, error }: AttackResponse, caller: Caller): string | null {
  if (headers['x-content-type-options'] !== 'nosniff') return 'without nosniff'
  const isAdmitted =
    caller === 'ADMIN' && Number(outcome) < 500 && ![401, 408, 431].includes(Number(outcome))
  if (isAdmitted && !/no-store|private, no-cache/.test(headers['cache-control'] ?? '')) {
    return `cache-control ${headers['cache-control']}`
  }
  if (isAdmitted && !/x-api-key/i.test(headers.vary ?? '')) return `vary ${headers.vary}`
  const messages = [error?.message].flat().length
  return messages > MAX_VIOLATIONS ? `${messages} messages in one response` : null
}
