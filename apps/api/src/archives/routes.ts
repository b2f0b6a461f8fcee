import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  type ArchiveLinks,
  requestArchive,
  requestArchiveByToken,
} from '@mediajobs/operations/archives'
import { admitClient } from '@mediajobs/operations/client-deliveries'
import { Type } from '@sinclair/typebox'
import { actorOf, allow, PUBLIC } from '../access.ts'
import { IdParams, TokenParams } from '../schemas.ts'
import { docs } from './openapi.ts'
import { Archive, ArchiveBody, ArchiveQuery } from './schemas.ts'

/** The addresses of archives. The media process sends the archives: docs/contract.md#c13-archive */
export const archiveRoutes: FastifyPluginAsyncTypebox<ArchiveLinks> = async (app, links) => {
  app.get(
    '/deliveries/:token/archive.zip',
    {
      config: { ...PUBLIC, isLink: true },
      onRequest: (request) => admitClient(request.store.sql, request.ip),
      schema: {
        ...docs.getDeliveryArchive,
        params: TokenParams,
        querystring: ArchiveQuery,
        response: { 307: Type.Null() },
      },
    },
    async (request, reply) => {
      const { size = 'original', media: mediaIds } = request.query
      const { token } = request.params
      const { url } = await requestArchiveByToken(
        request.store.sql,
        token,
        { size, mediaIds },
        links,
      )
      return reply.redirect(url, 307)
    },
  )

  app.post(
    '/projects/:id/archive',
    {
      config: allow('READ'),
      schema: {
        ...docs.createArchive,
        params: IdParams,
        body: ArchiveBody,
        response: { 201: Archive },
      },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const archive = await request.store.transaction((tx) =>
        requestArchive(tx, organizationId, request.params.id, request.body, links),
      )
      return reply.code(201).send(archive)
    },
  )
}
