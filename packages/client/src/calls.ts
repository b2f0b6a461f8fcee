// Arguments and results of calls, derived from the types that openapi-typescript generates from docs/openapi.json.
import type { paths } from './schema.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never
}[keyof paths]

type Operation<M extends Method, P extends keyof paths> =
  paths[P] extends Record<M, infer O> ? O : never

type Json<Content> = Content extends { content: { 'application/json': infer Body } }
  ? Body
  : undefined

/** The body of a successful response; undefined for a 204. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer Responses }
    ? {
        [Status in keyof Responses & (200 | 201 | 202 | 204)]: Json<Responses[Status]>
      }[keyof Responses & (200 | 201 | 202 | 204)]
    : never

export type Body<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody?: infer Content } ? Json<NonNullable<Content>> : never

interface AnyParameters {
  path?: unknown
  query?: unknown
  header?: unknown
}

type Parameters<O> = O extends { parameters: infer Given extends AnyParameters } ? Given : never

type PathPart<Given> = Given extends { path: infer Values } ? { path: Values } : unknown

type QueryPart<Given> = Given extends { query?: infer Values }
  ? [NonNullable<Values>] extends [never]
    ? unknown
    : { query?: NonNullable<Values> }
  : unknown

type HeaderPart<Given> = Given extends { header?: infer Values }
  ? [NonNullable<Values>] extends [never]
    ? unknown
    : { headers?: NonNullable<Values> }
  : unknown

type BodyPart<O> = O extends { requestBody: infer Content }
  ? { body: Json<Content> }
  : O extends { requestBody?: infer Content }
    ? [NonNullable<Content>] extends [never]
      ? unknown
      : { body?: Json<NonNullable<Content>> }
    : unknown

export interface Abortable {
  /** Aborts the call, even while waiting for a retry. Rejects with the signal's reason. */
  signal?: AbortSignal
}

type InitOf<O> = Abortable &
  PathPart<Parameters<O>> &
  QueryPart<Parameters<O>> &
  HeaderPart<Parameters<O>> &
  BodyPart<O>

/** The arguments of a call after its path. */
export type Init<M extends Method, P extends PathOf<M>> = InitOf<Operation<M, P>>

/** A call's last argument, optional if none of its fields is required. */
export type InitArgument<M extends Method, P extends PathOf<M>> =
  Record<never, never> extends Init<M, P> ? [init?: Init<M, P>] : [init: Init<M, P>]

export type Caller<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: InitArgument<M, P>
) => Promise<Answer<M, P>>

/** The paths of paged lists. */
export type PagedPath = {
  [P in PathOf<'get'>]: Answer<'get', P> extends {
    data: readonly unknown[]
    nextCursor: string | null
  }
    ? P
    : never
}[PathOf<'get'>]

/** A record of a paged list. */
export type Item<P extends PagedPath> =
  Answer<'get', P> extends { data: readonly (infer Record)[] } ? Record : never

/** The paths of POSTs that accept no `Idempotency-Key`. */
export type UnkeyedPost = {
  [P in PathOf<'post'>]: 'idempotency-key' extends keyof NonNullable<
    Parameters<Operation<'post', P>>['header']
  >
    ? never
    : P
}[PathOf<'post'>]
