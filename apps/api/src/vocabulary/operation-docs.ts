import type { FastifyRequest } from 'fastify'

/** The part of a route's `schema` that documents its operation, for the OpenAPI document. */
export interface OperationDocs {
  summary: string
  /** Markdown. Begins with what the operation does, in the third person: agents read only this. */
  description: string
  /** Errors that only this operation has: by status, what each means. */
  problems?: Readonly<Record<number, string>>
  /** Statuses of {@link problems} whose response may have Retry-After. */
  mayRetry?: readonly number[]
  /** Headers that only this operation has, on every success: by name, what each contains. */
  responseHeaders?: Readonly<Record<string, string>>
  /** The media type of its success. Default: JSON. */
  produces?: string
  /** An empty body counts as `{}`. */
  optionalBody?: boolean
  /** It creates a webhook subscription. */
  subscribes?: boolean
  /** It needs a session, but no organization. */
  needsSession?: boolean
  /** Its body has a token that is a credential. */
  takesToken?: boolean
  /** Example bodies by name. A test sends each of them. */
  examples?: Readonly<Record<string, unknown>>
  /** Example bodies that are not JSON, by their media type. */
  consumes?: Readonly<Record<string, string>>
}

/** The id of a record, for examples. */
export const EXAMPLE_ID = '0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20'

type Documented<Docs> = { [Id in keyof Docs]: OperationDocs & { operationId: string } }

/** Adds each key as `operationId`, a verb and a noun. Routes spread an entry into `schema`. */
export function operationDocs<Docs extends Record<string, OperationDocs>>(
  docs: Docs,
): Documented<Docs> {
  const documented = Object.entries(docs).map(([operationId, each]) => [
    operationId,
    { operationId, ...each },
  ])
  return Object.fromEntries(documented) as Documented<Docs>
}

/** The bodies that an operation accepts. */
export interface BodyDocs {
  isTaken: boolean
  /** An empty one counts as `{}`. */
  isOptional: boolean
  /** The accepted media types, JSON first. */
  types: readonly string[]
}

/** The bodies that the operation of `request` accepts. */
export function bodyDocs({ routeOptions }: FastifyRequest): BodyDocs {
  const { body, optionalBody = false, consumes = {} }: RouteSchema = routeOptions.schema ?? {}
  return {
    isTaken: body !== undefined,
    isOptional: optionalBody,
    types: body === undefined ? [] : ['application/json', ...Object.keys(consumes)],
  }
}

interface RouteSchema extends Partial<OperationDocs> {
  body?: unknown
}
