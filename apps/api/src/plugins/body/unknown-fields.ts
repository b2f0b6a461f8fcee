import {
  MAX_IGNORED_BYTES,
  MAX_IGNORED_NAMES,
  MAX_VIOLATIONS,
  type RefusedField,
} from '@mediajobs/domain'
import type { AnySchemaObject } from 'ajv'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { InvalidInput } from '../../vocabulary/errors.ts'

export type Step = string | number

/** Drops the unknown fields of `value`, at the path `steps`, and appends their paths to `dropped`. */
type Drop = (value: unknown, steps: Step[], dropped: string[]) => void

/**
 * Returns a function that drops a body's unknown fields in place, at every depth, and returns the first
 * {@link MAX_VIOLATIONS} of their paths. It truncates arrays to one item above their bound: the validator refuses them
 * without checking the rest.
 */
export function unknownFieldsOf(schema: AnySchemaObject): (body: unknown) => string[] {
  const drop = dropOf(schema)
  return (body) => {
    const dropped: string[] = []
    drop?.(body, [], dropped)
    return dropped
  }
}

function dropOf(schema: AnySchemaObject): Drop | undefined {
  if (schema.properties) return dropOfObject(schema.properties)
  if (schema.items) return dropOfArray(dropOf(schema.items), schema.maxItems)
  return undefined
}

function dropOfObject(properties: Record<string, AnySchemaObject>): Drop {
  const known = new Set(Object.keys(properties))
  const nested = Object.entries(properties).flatMap(([name, schema]): [string, Drop][] => {
    const drop = dropOf(schema)
    return drop ? [[name, drop]] : []
  })
  return (value, steps, dropped) => {
    if (!isObject(value)) return
    for (const name of Object.keys(value)) {
      if (known.has(name)) continue
      delete value[name]
      if (dropped.length < MAX_VIOLATIONS) dropped.push(pathOf([...steps, name]))
    }
    for (const [name, drop] of nested) {
      steps.push(name)
      drop(value[name], steps, dropped)
      steps.pop()
    }
  }
}

function dropOfArray(drop: Drop | undefined, maxItems: number): Drop {
  return (value, steps, dropped) => {
    if (!Array.isArray(value)) return
    if (value.length > maxItems) value.length = maxItems + 1
    if (!drop) return
    for (const [i, item] of value.entries()) {
      steps.push(i)
      drop(item, steps, dropped)
      steps.pop()
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A path as messages show it: `files[0].name`. */
export function pathOf(steps: readonly Step[]): string {
  return steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

const pathsOf = new WeakMap<object, readonly string[]>()

/** Paths of the unknown fields dropped from `body`. */
export function ignoredIn(body: unknown): readonly string[] {
  return typeof body === 'object' && body !== null ? (pathsOf.get(body) ?? []) : []
}

export function recordIgnored(body: object, paths: readonly string[]): void {
  pathsOf.set(body, paths)
}

// UTF-8 bytes as Latin-1, which Node.js expects in headers.
const ELLIPSIS = Buffer.from('…').toString('latin1')

/**
 * Names dropped body fields in a response header, or refuses them with `Prefer: handling=strict` (RFC 7240).
 */
export const ignoredFields = fp(async (app) => {
  app.addHook('preHandler', (request, reply, done) => {
    const ignored = ignoredIn(request.body)
    if (ignored.length > 0) {
      setIgnoredHeader(reply, ignored)
      if (wantsStrict(request)) throw new InvalidInput(unknownFields(ignored))
    }
    done()
  })

  // Node.js writes header bytes unchanged before a buffer, but re-encodes them before text.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const cut = String(reply.getHeader('x-ignored-fields') ?? '').endsWith(ELLIPSIS)
    done(null, cut && typeof payload === 'string' ? Buffer.from(payload) : payload)
  })
})

export function wantsStrict(request: FastifyRequest): boolean {
  const prefer = request.headers.prefer
  const preferences = (Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '')).split(/[,;]/)
  return preferences.some((preference) => /^handling\s*=\s*"?strict"?$/i.test(preference.trim()))
}

export function unknownFields(ignored: readonly string[]): RefusedField[] {
  return ignored.map((path) => ({
    path,
    code: 'unknown_field',
    message: `${path} is not a field of this request`,
  }))
}

export function setIgnoredHeader(reply: FastifyReply, ignored: readonly string[]): void {
  let value = ''
  for (const [i, path] of ignored.entries()) {
    const name = path
      .split(/([.[\]])/)
      .map(percentEncoded)
      .join('')
    const longer = i === 0 ? name : `${value}, ${name}`
    if (i === MAX_IGNORED_NAMES || longer.length > MAX_IGNORED_BYTES) {
      value += i === 0 ? ELLIPSIS : `, ${ELLIPSIS}`
      break
    }
    value = longer
  }
  reply.header('x-ignored-fields', value)
}

function percentEncoded(part: string): string {
  return /^[.[\]]$/.test(part) ? part : encodeURIComponent(part.toWellFormed())
}
