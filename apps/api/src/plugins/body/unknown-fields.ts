import { MAX_VIOLATIONS } from '@mediajobs/domain'
import type { AnySchemaObject } from 'ajv'

export type Step = string | number

/** Drops the unknown fields of `value`. `steps` is its path; the paths of the fields go to `dropped`. */
type Drop = (value: unknown, steps: Step[], dropped: string[]) => void

/**
 * Makes a function that drops the unknown fields of a body in place, at every depth, and returns the
 * first {@link MAX_VIOLATIONS} of their paths. It goes only as deep as the schema, and each field costs
 * the same. An array that is too long is cut to one item above its bound: the validator still refuses it
 * for its length, but does not check the rest.
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

/** A path as people write it: `files[0].name`. */
export function pathOf(steps: readonly Step[]): string {
  return steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
