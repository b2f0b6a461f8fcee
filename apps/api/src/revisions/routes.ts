import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MAX_REVISION_COMMENT_LENGTH } from '@mediajobs/domain'
import { getRevisionItem, listRevisions, updateRevisionItem } from '@mediajobs/operations/revisions'
import { type Static, Type } from '@sinclair/typebox'
import { RevisionItem } from '../vocabulary/media.ts'
import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'
import { actorOf, allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  Described,
  Id,
  IdParams,
  Instant,
  listOf,
  Named,
  Nullable,
  RevisionItemStatus,
  SentId,
  Text,
} from '../vocabulary/schemas.ts'

const Revision = Named('Revision', {
  id: Id,
  round: Type.Integer({ description: '1 for the first round of a project' }),
  deliveryId: Id,
  comment: Nullable(Type.String()),
  items: Type.Array(RevisionItem),
  requestedByUserId: Nullable(Id),
  requestedAt: Instant,
  resolvedAt: Nullable(Instant),
})

const ItemParams = Type.Object({
  ...IdParams.properties,
  revisionId: Described(SentId, 'The id of the revision'),
  itemId: Described(SentId, 'The id of the item'),
})

const UpdateItemBody = Named('UpdateRevisionItemBody', {
  status: Type.Optional(RevisionItemStatus),
  answer: Type.Optional(Nullable(Text(MAX_REVISION_COMMENT_LENGTH))),
  resolvedMediaId: Type.Optional(Nullable(SentId)),
})

const docs = operationDocs({
  listProjectRevisions: {
    summary: 'List the revision rounds of a project',
    description:
      'Lists the revision rounds of a project with their items, newest first. A round is one request of the client.',
  },
  getRevisionItem: {
    summary: 'Get an item of a revision round',
    description: 'Returns an item of a revision round.',
  },
  updateRevisionItem: {
    examples: {
      done: { status: 'DONE', answer: 'Brightened', resolvedMediaId: EXAMPLE_ID },
      declined: { status: 'DECLINED', answer: 'The house next door can’t be removed' },
    },
    summary: 'Resolve an item of a revision round',
    description:
      'Resolves an item of a revision round with a status and an answer to the client. For ADMIN, MANAGER and the assigned EDITOR. A round is resolved once no item is OPEN.',
  },
})

const READ = allow('READ')
/** The operation also checks that an EDITOR is assigned to the project. */
const ANSWER = allow('WRITE', ['ADMIN', 'MANAGER', 'EDITOR'])

const etag = contentTag(RevisionItem)

function pathOf({ id: projectId, revisionId, itemId }: Static<typeof ItemParams>) {
  return { projectId, revisionId, itemId }
}

export const revisionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, patch } = operationsOf(app)

  get(
    '/projects/:id/revisions',
    READ,
    { ...docs.listProjectRevisions, ...listOf(Revision) },
    (request) => listRevisions(request.store.sql, orgOf(request), request.params.id, request.query),
  )

  get(
    '/projects/:id/revisions/:revisionId/items/:itemId',
    { ...READ, etag },
    { ...docs.getRevisionItem, params: ItemParams, response: { 200: RevisionItem } },
    (request) => getRevisionItem(request.store.sql, orgOf(request), pathOf(request.params)),
  )

  patch(
    '/projects/:id/revisions/:revisionId/items/:itemId',
    { ...ANSWER, etag },
    {
      ...docs.updateRevisionItem,
      params: ItemParams,
      body: UpdateItemBody,
      response: { 200: RevisionItem },
    },
    (tx, request) => {
      const path = pathOf(request.params)
      const expected = ifMatchOf(request)
      return updateRevisionItem(tx, actorOf(request), path, request.body, expected)
    },
  )
}
