import type { FastifyRequest } from 'fastify'

/** An irreversible effect, which an agent must confirm first. docs/contract.md#c24-ask */
export type Effect = 'SENDS_MAIL' | 'MOVES_MONEY'

/** The part of a route's `schema` that documents its operation, for the OpenAPI document. */
export interface OperationDocs {
  /** What its tag's operations are about; set on one of them. */
  about?: string
  summary: string
  /** Markdown. Begins with what the operation does, in the third person. Also describes its tool to AI agents. */
  description: string
  /** Errors specific to this operation: meanings by status. */
  problems?: Readonly<Record<number, string>>
  /** Statuses of {@link problems} that may have Retry-After. */
  mayRetry?: readonly number[]
  /** Headers specific to its successes: descriptions by name. */
  responseHeaders?: Readonly<Record<string, string>>
  /** The media type of its success. Default: JSON. */
  produces?: string
  /** Another media type of the response, by `Accept`. */
  alsoProduces?: string
  /** An empty body counts as `{}`. Default: only for `EmptyBody`. */
  optionalBody?: boolean
  /** Creates a webhook subscription. */
  subscribes?: boolean
  effects?: readonly Effect[]
  /** Needs a session, but no organization. */
  needsSession?: boolean
  /** Needs a customer's session. */
  needsPortal?: boolean
  /** The body has a token that acts as a credential. */
  takesToken?: boolean
  /** Example bodies by name; a test sends each. */
  examples?: Readonly<Record<string, unknown>>
  /** Examples of non-JSON bodies, by media type. */
  consumes?: Readonly<Record<string, string>>
}

export { EXAMPLE_ID } from '@mediajobs/domain/values'

type Documented<Docs> = { [Id in keyof Docs]: OperationDocs & { operationId: string } }

/**
 * Adds each key as `operationId`, a verb and a noun. Routes spread an entry into `schema`.
 *
 * @param all what applies to every operation
 */
export function operationDocs<Docs extends Record<string, OperationDocs>>(
  docs: Docs,
  all: Partial<OperationDocs> = {},
): Documented<Docs> {
  const documented = Object.entries(docs).map(([operationId, each]) => [
    operationId,
    { operationId, ...all, ...each },
  ])
  return Object.fromEntries(documented) as Documented<Docs>
}

export interface BodyDocs {
  isAccepted: boolean
  /** An empty one counts as `{}`. */
  isOptional: boolean
  /** The accepted media types, JSON first. */
  types: readonly string[]
}

/** The bodies that the operation of `request` accepts. */
export function bodyDocs({ routeOptions }: FastifyRequest): BodyDocs {
  const { body, optionalBody = false, consumes = {} }: RouteSchema = routeOptions.schema ?? {}
  return {
    isAccepted: body !== undefined,
    isOptional: optionalBody,
    types: body === undefined ? [] : ['application/json', ...Object.keys(consumes)],
  }
}

interface RouteSchema extends Partial<OperationDocs> {
  body?: unknown
}
