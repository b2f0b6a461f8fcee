import type { FastifyRequest } from 'fastify'

/** What a route says of itself for the OpenAPI document, in its `schema`. */
export interface OperationDocs {
  summary: string
  /** Markdown. */
  description?: string
  /** Failures of its own by their status, each with what it means there. */
  problems?: Readonly<Record<number, string>>
  /** Headers of its own on every success, each with what it tells. */
  responseHeaders?: Readonly<Record<string, string>>
  /** An empty body counts as `{}`. */
  optionalBody?: boolean
  /** What it creates gets webhooks from then on. */
  subscribes?: boolean
  /** It asks for a session, and no organization. */
  needsSession?: boolean
  /** Bodies that it takes, by a name: each is sent as it is in a test. */
  examples?: Readonly<Record<string, unknown>>
  /** Bodies of other types than JSON that it takes, an example of each by its type. */
  consumes?: Readonly<Record<string, string>>
}

/** Stands for the id of some record in examples. */
export const EXAMPLE_ID = '0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20'

type Documented<Docs> = { [Id in keyof Docs]: OperationDocs & { operationId: string } }

/** Docs by operationId, a verb and a noun in camelCase, as the routes spread them into `schema`. */
export function operationDocs<Docs extends Record<string, OperationDocs>>(
  docs: Docs,
): Documented<Docs> {
  const documented = Object.entries(docs).map(([operationId, each]) => [
    operationId,
    { operationId, ...each },
  ])
  return Object.fromEntries(documented) as Documented<Docs>
}

/** What the operation of a request takes as its body. */
export interface BodyDocs {
  isTaken: boolean
  /** An empty one counts as `{}`. */
  isOptional: boolean
  /** The media types that are taken, JSON first. */
  types: readonly string[]
}

/** What the operation of `request` takes as its body. */
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
