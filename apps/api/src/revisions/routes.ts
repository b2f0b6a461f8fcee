import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getRevisionItem, listRevisions, updateRevisionItem } from '@mediajobs/operations/revisions'
import { type Static, Type } from '@sinclair/typebox'
import { actorOf, allow } from '../access.ts'
import { contentTag, ifMatchOf } from '../etag.ts'
import { RevisionItem } from '../revision-items.ts'
import { IdParams, PageOf, PageQuery } from '../schemas.ts'
import { docs } from './openapi.ts'
import { ItemParams, Revision, UpdateItemBody } from './schemas.ts'

const READ = allow('READ')
/** The operation also checks that an EDITOR is assigned to the project. */
const ANSWER = allow('WRITE', ['ADMIN', 'MANAGER', 'EDITOR'])

const etag = contentTag(RevisionItem)

function pathOf({ id: projectId, revisionId, itemId }: Static<typeof ItemParams>) {
  return { projectId, revisionId, itemId }
}

export const revisionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/projects/:id/revisions',
    {
      config: READ,
      schema: {
        ...docs.listProjectRevisions,
        params: IdParams,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf(Revision) },
      },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      return listRevisions(request.store.sql, organizationId, request.params.id, request.query)
    },
  )

  app.get(
    '/projects/:id/revisions/:revisionId/items/:itemId',
    {
      config: { ...READ, etag },
      schema: { ...docs.getRevisionItem, params: ItemParams, response: { 200: RevisionItem } },
    },
    (request) => {
      const { organizationId } = actorOf(request)
      return getRevisionItem(request.store.sql, organizationId, pathOf(request.params))
    },
  )

  app.patch(
    '/projects/:id/revisions/:revisionId/items/:itemId',
    {
      config: { ...ANSWER, etag },
      schema: {
        ...docs.updateRevisionItem,
        params: ItemParams,
        body: UpdateItemBody,
        response: { 200: RevisionItem },
      },
    },
    (request) => {
      const path = pathOf(request.params)
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        updateRevisionItem(tx, actorOf(request), path, request.body, expected),
      )
    },
  )
}
