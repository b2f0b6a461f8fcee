import { MAX_ROUTE_LENGTH } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { ProblemCodes } from '../problem-code.ts'
import {
  HttpStatus,
  Id,
  Instant,
  Nullable,
  PageQuery,
  Repeatable,
  SentId,
  SentInstant,
  Text,
} from '../schemas.ts'

const StatusFilter = Type.String({
  pattern: '^[1-5](\\d\\d|XX)$',
  patternSentence: 'must be a status like 404, or a class of them like 4XX',
})

export const RequestQuery = Type.Object({
  status: Type.Optional(
    Repeatable(StatusFilter, 'Any of these: a status like 404, or a class of them like 4XX'),
  ),
  code: Type.Optional(Repeatable(ProblemCodes, 'Any of these')),
  route: Type.Optional(
    Type.String({
      ...Text(MAX_ROUTE_LENGTH),
      format: 'storable',
      description: 'As in the response: /projects/{id}',
    }),
  ),
  apiKeyId: Type.Optional(Type.Unsafe<string>({ ...SentId, description: 'With this key' })),
  userId: Type.Optional(
    Type.Unsafe<string>({ ...SentId, description: 'Of this person, by a session or a key' }),
  ),
  since: Type.Optional(SentInstant),
  until: Type.Optional(SentInstant),
  ...PageQuery,
})

export const LoggedRequest = Type.Object(
  {
    id: Id,
    at: Type.String({ ...Instant, description: 'The end of the call, in UTC with milliseconds' }),
    requestId: Type.String({ description: 'The x-request-id of the response' }),
    method: Type.String(),
    route: Type.String({
      description:
        'The pattern of the path, as in this document, without its values: /projects/{id}. `unknown` for a path that does not exist',
    }),
    status: Type.Integer({
      ...HttpStatus,
      description: 'The status of the response; 499: the client disconnected before its end',
    }),
    code: Nullable(Type.String({ description: 'The code of the error' })),
    milliseconds: Type.Integer({ minimum: 0 }),
    apiKeyId: Nullable(Id),
    userId: Id,
  },
  { title: 'LoggedRequest' },
)
