import { ProviderError } from './provider.ts'

// Responses are untrusted: each value is validated.

const ID = /^\w{1,255}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// Keys contain digits and capitals, so neither pattern can leak one into a log.
const CODE = /^[a-z_]{1,64}$/
const METHOD = /^[a-z0-9_]{1,32}$/

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null ? (value as Fields) : null
}

/** @throws {ProviderError} */
export function invalidResponse(what: string): ProviderError {
  return new ProviderError('unreachable', `Stripe's response has no usable ${what}`)
}

/** An object's id, expanded or not. */
export function idOf(value: unknown): string | null {
  const id = fieldsOf(value)?.id ?? value
  return typeof id === 'string' && ID.test(id) ? id : null
}

/** Our id in a provider's object. */
export function uuidOf(value: unknown): string | null {
  return typeof value === 'string' && UUID.test(value) ? value : null
}

export function codeOf(value: unknown): string | null {
  return typeof value === 'string' && CODE.test(value) ? value : null
}

export function methodOf(value: unknown): string | null {
  return typeof value === 'string' && METHOD.test(value) ? value : null
}

/** A valid integer amount. */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
