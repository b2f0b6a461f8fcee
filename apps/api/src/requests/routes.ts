import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  LOGGED_REQUESTS_SPAN_MS,
  MANAGING_ROLES,
  MAX_LOGGED_REQUESTS,
  MAX_ROUTE_LENGTH,
  REQUEST_LOG_DAYS,
} from '@mediajobs/domain'
import { listRequests } from '@mediajobs/operations/requests'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { ProblemCodes } from '../vocabulary/problems.ts'
import { allow, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  Described,
  HttpStatus,
  Id,
  IdFilter,
  Instant,
  Named,
  Nullable,
  PageOf,
  PageQuery,
  Repeatable,
  SentInstant,
} from '../vocabulary/schemas.ts'

const StatusFilter = Type.String({
  pattern: '^[1-5](\\d\\d|XX)$',
  patternSentence: 'must be a status like 404, or a class like 4XX',
})

const RequestQuery = Type.Object({
  status: Type.Optional(
    Repeatable(StatusFilter, 'Any of these: a status like 404, or a class like 4XX'),
  ),
  code: Type.Optional(Repeatable(ProblemCodes, 'Any of these')),
  route: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_ROUTE_LENGTH,
      format: 'storable',
      description: 'As in the response: /projects/{id}',
    }),
  ),
  apiKeyId: IdFilter('With this key'),
  userId: IdFilter('Calls of this person, by session or key'),
  since: Type.Optional(SentInstant),
  until: Type.Optional(SentInstant),
  ...PageQuery,
})

const LoggedRequest = Named('LoggedRequest', {
  id: Id,
  at: Described(Instant, 'When the call ended: UTC with milliseconds'),
  requestId: Type.String({ description: 'The x-request-id of the response' }),
  method: Type.String(),
  route: Type.String({
    description: 'The path as in this document: /projects/{id}. `unknown` for unknown paths',
  }),
  status: Type.Integer({
    ...HttpStatus,
    description: 'The status of the response; 499: the client disconnected early',
  }),
  code: Nullable(Type.String({ description: 'The code of the error' })),
  milliseconds: Type.Integer({ minimum: 0 }),
  apiKeyId: Nullable(Id),
  userId: Id,
})

const docs = operationDocs({
  listRequests: {
    about: 'Recent calls of your organization: all errors, and a sample of the rest.',
    summary: 'List requests',
    description:
      `Lists the calls of your organization in the last ${REQUEST_LOG_DAYS} days, newest first, with a delay of a few ` +
      'seconds: all errors, and a sample of the successes (10% unless the operator changes it), including calls ' +
      'with a revoked or expired key. Bodies, queries and path values are not logged. Each api process logs at most ' +
      `${MAX_LOGGED_REQUESTS} calls of an organization in ${LOGGED_REQUESTS_SPAN_MS / 1_000} seconds; ` +
      '`GET /api-keys/{id}/usage` counts them all.',
  },
})

export const requestRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get } = operationsOf(app)

  get(
    '/requests',
    allow('WEBHOOKS', MANAGING_ROLES),
    { ...docs.listRequests, querystring: RequestQuery, response: { 200: PageOf(LoggedRequest) } },
    (request) => listRequests(request.store.sql, orgOf(request), request.query),
  )
}
