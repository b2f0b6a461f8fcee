/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The type of a field's values. Only requests have bounds. */
export interface ValueType<Value> {
  /** In a request. */
  readonly sent: JsonSchema
  /** In a response. */
  readonly returned: JsonSchema
  /** The caller chooses its length, so it counts toward the record's size. */
  readonly isCounted?: true
  /** Ids of other records, meaningless in another organization. */
  readonly isReference?: true
  /** Never set; for the compiler. */
  readonly value?: Value
}

export type ValueOf<Type> = Type extends ValueType<infer Value> ? Value : never

export type ValuesOf<Members> = { [Name in keyof Members]: ValueOf<Members[Name]> }

/** For examples. */
export const EXAMPLE_ID = '0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20'

/** Sent: any text, since malformed ids act like unknown ones. Returned: a UUID in lower case. */
export const ID: ValueType<string> = {
  sent: { type: 'string', entityId: true },
  returned: { format: 'uuid', type: 'string' },
  isReference: true,
}

export const INSTANT: ValueType<string> = {
  sent: {
    format: 'instant',
    description: 'RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC',
    type: 'string',
  },
  returned: { format: 'date-time', description: 'UTC with milliseconds', type: 'string' },
}

export const DAY = sameBothWays<string>({
  format: 'date',
  description: 'YYYY-MM-DD',
  type: 'string',
})

/** Only in responses and events. */
export const STRING = described()

export function described(description?: string): ValueType<string> {
  return sameBothWays({ ...(description && { description }), type: 'string' })
}

/** Multi-line text of at most `maxLength` characters. */
export function text(maxLength: number, options: JsonSchema = {}): ValueType<string> {
  return {
    sent: { ...options, maxLength, type: 'string' },
    returned: { type: 'string' },
    isCounted: true,
  }
}

/** A name: one line of 1 to `maxLength` characters, not blank. docs/contract.md#c1-names-line */
export function line(maxLength: number): ValueType<string> {
  const { sent, ...type } = lineOrEmpty(maxLength)
  return { ...type, sent: { minLength: 1, ...sent, format: 'name' } }
}

export function lineOrEmpty(maxLength: number): ValueType<string> {
  return {
    sent: { maxLength, format: 'one-line', type: 'string' },
    returned: { type: 'string' },
    isCounted: true,
  }
}

export const COUNTRY_CODE: ValueType<string> = {
  sent: { format: 'country-code', description: 'ISO 3166-1 alpha-2', type: 'string' },
  returned: { type: 'string' },
}

export function number({ description, ...bounds }: NumberOptions): ValueType<number> {
  const returned = { ...(description && { description }), type: 'number' }
  return { sent: { ...bounds, ...returned }, returned }
}

interface NumberOptions {
  minimum: number
  maximum: number
  description?: string
}

export function integer(options: JsonSchema = {}): ValueType<number> {
  return sameBothWays({ ...options, type: 'integer' })
}

export function boolean(options: JsonSchema = {}): ValueType<boolean> {
  return { sent: { ...options, type: 'boolean' }, returned: { type: 'boolean' } }
}

/** A boolean that only responses contain. */
export function flag(description: string): ValueType<boolean> {
  return sameBothWays({ description, type: 'boolean' })
}

/** One of `values`. `title` is its name in the OpenAPI document. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  title: string,
): ValueType<Value> {
  return sameBothWays({ title, type: 'string', enum: [...values] })
}

/** Distinct values of an enumeration. */
export function someOf<const Value extends string>(
  values: readonly Value[],
  title: string,
): ValueType<Value[]> {
  const { sent: items } = oneOf(values, title)
  return {
    sent: { maxItems: values.length, uniqueItems: true, type: 'array', items },
    returned: { type: 'array', items },
  }
}

export function listOf<Value>(
  { sent, returned, isReference }: ValueType<Value>,
  options: JsonSchema = {},
): ValueType<Value[]> {
  return {
    sent: { ...options, type: 'array', items: sent },
    returned: { type: 'array', items: returned },
    isCounted: true,
    ...(isReference && { isReference }),
  }
}

/** An object with all of `members`. Titles name its types in the OpenAPI document. */
export function object<Members extends Readonly<Record<string, ValueType<unknown>>>>(
  members: Members,
  { sentTitle, ...options }: JsonSchema & { title: string; sentTitle?: string },
): ValueType<ValuesOf<Members>> {
  const schemaOf = (way: 'sent' | 'returned') => ({
    type: 'object',
    required: Object.keys(members),
    properties: Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, member[way]]),
    ),
  })
  return {
    sent: { ...options, ...(sentTitle && { title: sentTitle }), ...schemaOf('sent') },
    returned: { ...options, ...schemaOf('returned') },
    isCounted: true,
  }
}

/** A value or null, as one schema: a union would report a violation per alternative. */
export function orNull<Value>({
  sent,
  returned,
  ...more
}: ValueType<Value>): ValueType<Value | null> {
  return { ...more, sent: nullable(sent), returned: nullable(returned) } as ValueType<Value | null>
}

export function nullable({ type, enum: values, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(type !== undefined && { type: [type, 'null'] }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  }
}

function sameBothWays<Value>(schema: JsonSchema): ValueType<Value> {
  return { sent: schema, returned: schema }
}
