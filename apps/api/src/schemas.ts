import { type TSchema, type TString, Type } from '@sinclair/typebox'

// The vocabulary that the schemas of all modules share.

/** An id as it is answered: a UUID in lower case. */
export const Id = Type.String({ format: 'uuid' })

/** An id as it is sent: whatever text it is, a malformed one is like an unknown one. */
export const SentId = Type.Unsafe<string>({ type: 'string', entityId: true })

/** A point in time as it is answered: UTC with milliseconds. */
export const Instant = Type.String({ format: 'date-time' })

/** A point in time as it is sent: RFC 3339 with an offset. */
export const SentInstant = Type.String({ format: 'instant' })

/**
 * `schema` or null, as one type and no union: a union would answer one message for each of its
 * alternatives.
 */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = schema
  return Type.Unsafe<Schema['static'] | null>({
    ...rest,
    ...(type !== undefined && { type: [type, 'null'] }),
    ...(values !== undefined && { enum: [...values, null] }),
  })
}

/** One of `values`; a wrong one is one message that lists them. */
export function OneOf<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] })
}

/** Text of 1 to `maxLength` characters that PostgreSQL can store. */
export function Text(maxLength: number): TString {
  return Type.String({ minLength: 1, maxLength })
}

/** A parameter that may be given once or several times. */
export function Repeatable<Schema extends TSchema>(schema: Schema) {
  return Type.Array(schema, { maxItems: 100 })
}

export const IdParams = Type.Object({ id: SentId })

/** What every paged list takes. */
export const PageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  cursor: Type.Optional(Type.String()),
}

export function PageOf<Schema extends TSchema>(item: Schema) {
  return Type.Object({
    data: Type.Array(item),
    nextCursor: Nullable(Type.String()),
  })
}
