import { createHash } from 'node:crypto'
import { MAX_LABEL_LENGTH, type RefusedField } from '@mediajobs/domain'
import type { InjectOptions } from 'light-my-request'
import { InvalidInput } from '../vocabulary/errors.ts'
import type { Tool } from './collect-tools.ts'
import { type Argument, argumentsOf } from './definition.ts'

export type Arguments = Readonly<Record<string, unknown>>

// Anything else, like `..`, could reach another path. No id contains it, or is longer than a label.
const SEGMENT = /^[\w-]+$/
const NO_ID = '0'

/** The request that a tool call stands for. @throws {InvalidInput} */
export function requestOf(tool: Tool, sent: Arguments): InjectOptions {
  refuseInvalid(tool, sent)
  const { idempotencyKey, ifMatch, body } = sent
  const path = tool.url.replaceAll(/:(\w+)/g, (_, name) => segment(sent[name]))
  const query = queryOf(tool, sent)
  return {
    method: tool.method,
    url: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(typeof idempotencyKey === 'string' && { 'idempotency-key': idempotencyKey }),
      ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
      // Agents that invent fields must be told.
      ...(body !== undefined && { 'content-type': 'application/json', prefer: 'handling=strict' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  }
}

function segment(value: unknown): string {
  const text = String(value)
  return text.length <= MAX_LABEL_LENGTH && SEGMENT.test(text) ? text : NO_ID
}

function queryOf(tool: Tool, sent: Arguments): string {
  const query = new URLSearchParams()
  for (const [name, { place }] of argumentsOf(tool)) {
    if (place !== 'query' || sent[name] === undefined) continue
    for (const value of [sent[name]].flat()) query.append(name, String(value))
  }
  return query.toString()
}

function refuseInvalid(tool: Tool, sent: Arguments): void {
  const known = argumentsOf(tool)
  const unknown = Object.keys(sent)
    .filter((name) => !known.has(name))
    .map((path): RefusedField => {
      const message = `${path} is not an argument of ${tool.id}: it accepts ${[...known.keys()].join(', ')}`
      return { path, code: 'unknown_field', message }
    })
  const wrong = [...known].flatMap(([name, argument]) => faultOf(name, argument, sent[name]) ?? [])
  if (unknown.length + wrong.length > 0) throw new InvalidInput([...unknown, ...wrong])
}

function faultOf(
  path: string,
  { place, isRequired }: Argument,
  value: unknown,
): RefusedField | undefined {
  if (value === undefined) {
    return isRequired ? { path, code: 'required', message: `${path} is required` } : undefined
  }
  // The operation validates its body.
  if (place === 'body' || isText(value, place === 'control')) return undefined
  const message = `${path} must be ${place === 'control' ? 'a text' : 'a text, number or boolean'}`
  return { path, code: 'wrong_type', message }
}

function isText(value: unknown, isControl: boolean): boolean {
  if (isControl) return typeof value === 'string'
  return [value].flat().every((each) => ['string', 'number', 'boolean'].includes(typeof each))
}

/** SHA-256 of the arguments to confirm, independent of member order. */
export function argumentsHash({ confirm: _, ...rest }: Arguments): Buffer {
  return createHash('sha256').update(canonical(rest)).digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}
