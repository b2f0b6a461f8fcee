import { isDeepStrictEqual } from 'node:util'
import { webhookSubscriptions } from '@mediajobs/db/schema'
import {
  type KeyRing,
  MAX_OWN_HEADER_NAME_LENGTH,
  MAX_OWN_HEADER_VALUE_LENGTH,
  MAX_OWN_HEADERS,
  ownHeadersRow,
  type RefusedField,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { refusedField, refuseFields } from '../shared/errors.ts'

/** Custom headers, name to value. */
export type OwnHeaders = Record<string, string>

/** Masks values in responses; sent back, it stands for the stored value. */
export const MASKED = '********'

// RFC 9110, section 5.6.2.
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// RFC 9110, section 5.5, ASCII only: receivers decode other characters differently.
const VALUE = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/
// Hop-by-hop headers (RFC 9110, section 7.6.1), framing, addressing, and those set by the dispatcher.
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])
const RESERVED_BEGINNINGS = ['content-', 'webhook-', 'x-webhook-']

/** The headers as shown in responses. */
export function masked(names: readonly string[]): OwnHeaders {
  return Object.fromEntries(names.map((name) => [name, MASKED]))
}

/** Decrypts a subscription's headers. @throws if the keys of this process can't */
export function openedHeaders(encrypted: string | null, row: string, keyRing: KeyRing): OwnHeaders {
  return encrypted === null ? {} : JSON.parse(keyRing.decrypt(encrypted, row))
}

/**
 * Resolves {@link MASKED} values of `wanted` to stored ones.
 *
 * @throws {OperationError} `invalid` for an invalid name or value, a reserved or repeated name, or {@link MASKED} without a
 *   stored value. docs/contract.md#c16-headers
 */
export function wantedHeaders(wanted: OwnHeaders, stored: OwnHeaders): OwnHeaders {
  const problems = problemsOf(wanted, stored)
  refuseFields(problems)
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [
      name,
      value === MASKED ? (storedValue(stored, name) ?? value) : value,
    ]),
  )
}

/**
 * The columns to write for `headers`; none if equal to the stored ones.
 *
 * @param stored undefined if undecryptable
 */
export function headerColumns(
  headers: OwnHeaders,
  stored: OwnHeaders | undefined,
  row: string,
  keyRing: KeyRing,
) {
  if (stored && isDeepStrictEqual(Object.entries(headers), Object.entries(stored))) return {}
  const headerNames = Object.keys(headers)
  const isEmpty = headerNames.length === 0
  const headersEncrypted = isEmpty ? null : keyRing.encrypt(JSON.stringify(headers), row)
  return { headerNames, headersEncrypted }
}

/** The columns to write for the headers `wanted` of a locked subscription; none if unchanged. @throws `invalid` */
export async function changedHeaders(
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
  wanted: OwnHeaders | undefined,
  keyRing: KeyRing,
) {
  if (wanted === undefined) return {}
  const [stored] = await tx.orm
    .select({ encrypted: webhookSubscriptions.headersEncrypted })
    .from(webhookSubscriptions)
    .where(
      and(eq(webhookSubscriptions.organizationId, organizationId), eq(webhookSubscriptions.id, id)),
    )
  const row = ownHeadersRow(organizationId, id)
  const before = readable(stored?.encrypted ?? null, row, keyRing)
  return headerColumns(wantedHeaders(wanted, before ?? {}), before, row, keyRing)
}

// Undecryptable headers can still be replaced by sending all values.
function readable(encrypted: string | null, row: string, keyRing: KeyRing): OwnHeaders | undefined {
  try {
    return openedHeaders(encrypted, row, keyRing)
  } catch {
    return undefined
  }
}

function problemsOf(wanted: OwnHeaders, stored: OwnHeaders): RefusedField[] {
  const names = Object.keys(wanted)
  if (names.length > MAX_OWN_HEADERS)
    return [
      refusedField('headers', 'too_many_items', `must have at most ${MAX_OWN_HEADERS} fields`),
    ]
  const seen = new Set<string>()
  return names.flatMap((name) => {
    const key = name.toLowerCase()
    if (seen.has(key))
      return [refusedField(`headers.${name}`, 'not_unique', 'must be unique, ignoring case')]
    seen.add(key)
    const problem = nameProblem(name, key) ?? valueProblem(wanted[name] ?? '', name, stored)
    return problem === undefined ? [] : [problem]
  })
}

function nameProblem(name: string, key: string): RefusedField | undefined {
  if (name.length > MAX_OWN_HEADER_NAME_LENGTH) {
    return refusedField(
      'headers',
      'too_long',
      `must have names of at most ${MAX_OWN_HEADER_NAME_LENGTH} characters`,
    )
  }
  if (!NAME.test(name))
    return refusedField(
      'headers',
      'wrong_format',
      "must have valid HTTP names: letters, digits and !#$%&'*+-.^_`|~",
    )
  if (RESERVED.has(key) || RESERVED_BEGINNINGS.some((beginning) => key.startsWith(beginning))) {
    return refusedField(
      `headers.${name}`,
      'not_allowed',
      'is set by the service or by HTTP: choose another name',
    )
  }
  return undefined
}

function valueProblem(value: string, name: string, stored: OwnHeaders): RefusedField | undefined {
  const path = `headers.${name}`
  if (value === MASKED && storedValue(stored, name) === undefined) {
    return refusedField(
      path,
      'not_allowed',
      `must be the actual value: ${MASKED} stands for a stored one, and there is none`,
    )
  }
  if (value.length > MAX_OWN_HEADER_VALUE_LENGTH) {
    return refusedField(
      path,
      'too_long',
      `must have at most ${MAX_OWN_HEADER_VALUE_LENGTH} characters`,
    )
  }
  if (VALUE.test(value)) return undefined
  return refusedField(
    path,
    'wrong_format',
    'must be visible ASCII characters and spaces, and must not begin or end with a space',
  )
}

function storedValue(stored: OwnHeaders, name: string): string | undefined {
  const key = name.toLowerCase()
  return Object.entries(stored).find(([other]) => other.toLowerCase() === key)?.[1]
}
