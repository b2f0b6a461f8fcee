import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ARCHIVE_SIZES, MAX_ARCHIVE_MEDIA } from '@mediajobs/domain'
import {
  type ArchiveLinks,
  requestArchive,
  requestArchiveByToken,
} from '@mediajobs/operations/archives'
import { admitClient } from '@mediajobs/operations/client-deliveries'
import { Type } from '@sinclair/typebox'
import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'
import { DeliveryParams, SLOWED } from '../vocabulary/public.ts'
import { allow, operationsOf, orgOf, PUBLIC, redirectedQuery } from '../vocabulary/routes.ts'
import { Instant, Named, OneOf, SentId } from '../vocabulary/schemas.ts'

const ArchiveSize = OneOf(ARCHIVE_SIZES, 'ArchiveSize')

/** A client's choice, in the query because clients open a link. */
const ArchiveQuery = Type.Object({
  size: Type.Optional(
    Type.Unsafe<(typeof ARCHIVE_SIZES)[number]>({
      ...ArchiveSize,
      default: 'original',
      description: '`mls`: pictures of at most 2048 px, and all other files as they are',
    }),
  ),
  media: Type.Optional(
    Type.Array(SentId, {
      minItems: 1,
      maxItems: MAX_ARCHIVE_MEDIA,
      description: 'Only these media. Default: everything in the delivery',
    }),
  ),
  ...redirectedQuery,
})

/** Staff's choice, in the body because they request a URL. */
const ArchiveBody = Named('ArchiveBody', {
  size: ArchiveSize,
  mediaIds: Type.Optional(
    Type.Array(SentId, {
      minItems: 1,
      maxItems: MAX_ARCHIVE_MEDIA,
      description: 'Only these media. Default: everything in the project',
    }),
  ),
})

const Archive = Named('Archive', {
  url: Type.String({ description: 'The URL of the archive. It needs no credential' }),
  expiresAt: Instant,
})

const OFF = '`not_found`; or the service offers no archives: `archives_off`'
const NOT_NOW =
  'Nothing to download (`archive_empty`), files still being prepared (`archive_not_ready`, with Retry-After), or a file missing from the store (`archive_file_missing`)'

const docs = operationDocs({
  getDeliveryArchive: {
    summary: 'Download a delivery as a zip, as its client',
    description:
      'Redirects a client to a zip of the delivered media. It has an exact length and supports ranges, so interrupted downloads can be resumed.',
    problems: {
      402: 'The delivery awaits payment: `payment_required`, with `payUrl`',
      404: OFF,
      409: NOT_NOW,
      ...SLOWED,
    },
    mayRetry: [409],
  },
  createArchive: {
    summary: 'Create an archive of a project',
    description:
      'Returns the URL of a zip of the project’s media. It works for seven days without a credential and supports ranges, so interrupted downloads can be resumed.',
    examples: { all: { size: 'mls' }, some: { size: 'original', mediaIds: [EXAMPLE_ID] } },
    problems: { 404: OFF, 409: NOT_NOW },
    mayRetry: [409],
  },
})

/** URLs of archives, which a media process sends: docs/contract.md#c13-archive */
export const archiveRoutes: FastifyPluginAsyncTypebox<ArchiveLinks> = async (app, links) => {
  const { post } = operationsOf(app)

  app.get(
    '/deliveries/:token/archive.zip',
    {
      config: { ...PUBLIC, isLink: true },
      onRequest: (request) => admitClient(request.store.sql, request.ip),
      schema: {
        ...docs.getDeliveryArchive,
        params: DeliveryParams,
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

  post(
    '/projects/:id/archive',
    allow('READ'),
    { ...docs.createArchive, body: ArchiveBody, response: { 201: Archive } },
    (tx, request) => requestArchive(tx, orgOf(request), request.params.id, request.body, links),
  )
}
