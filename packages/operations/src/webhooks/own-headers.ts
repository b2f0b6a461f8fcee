import { isDeepStrictEqual } from 'node:util'
import {
  type KeyRing,
  MAX_OWN_HEADER_NAME_LENGTH,
  MAX_OWN_HEADER_VALUE_LENGTH,
  MAX_OWN_HEADERS,
  type RefusedField,
} from '@mediajobs/domain'
import { refusedField, refuseFields } from '../shared/errors.ts'

/** Header names as they were given, each with its value. */
export type OwnHeaders = Record<string, string>

/** What a response has in place of each value. Sent back, it means the stored value. */
export const MASKED = '********'

// RFC 9110, section 5.6.2.
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// RFC 9110, section 5.5, without letters beyond ASCII: receivers read these in different ways.
const VALUE = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/
// Hop-by-hop headers (RFC 9110, section 7.6.1), those that frame or address the request, and those that the
// dispatcher sends itself.
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

/** Binds the encrypted headers to their row. */
export function ownHeadersRow(organizationId: string, subscriptionId: string): string {
  return `webhook_subscriptions.headers:${organizationId}:${subscriptionId}`
}

/** The headers as responses show them. */
export function masked(names: readonly string[]): OwnHeaders {
  return Object.fromEntries(names.map((name) => [name, MASKED]))
}

/** The headers of a subscription. @throws when they cannot be decrypted with the keys of this process */
export function openedHeaders(encrypted: string | null, row: string, keyRing: KeyRing): OwnHeaders {
  return encrypted === null ? {} : JSON.parse(keyRing.decrypt(encrypted, row))
}

/**
 * The headers that a subscription will have: `wanted`, with stored values in place of {@link MASKED}.
 *
 * @throws {OperationError} `invalid` for a name or a value that cannot be sent, for a reserved name, for a name
 *   that comes twice, and for {@link MASKED} without a stored value. docs/contract.md#c16-headers
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
 * The columns to write for `headers`; none when the stored headers are equal.
 *
 * @param stored undefined when the stored ones cannot be read
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
      return [refusedField(`headers.${name}`, 'not_unique', 'must not be given twice, in any case')]
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
      "must have names of HTTP: letters, digits and !#$%&'*+-.^_`|~",
    )
  if (RESERVED.has(key) || RESERVED_BEGINNINGS.some((beginning) => key.startsWith(beginning))) {
    return refusedField(
      `headers.${name}`,
      'not_allowed',
      'is a header that the service or HTTP itself sets: choose another name',
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
      `must be the value: ${MASKED} stands for a stored value, and there is none`,
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
