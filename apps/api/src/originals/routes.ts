import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ADDRESS_FIELDS } from '@mediajobs/domain'
import { admitClient, type DeliveryLinks } from '@mediajobs/operations/client-deliveries'
import { getPublicOriginal } from '@mediajobs/operations/public-originals'
import { Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { recordProperties } from '../vocabulary/record-schemas.ts'
import { PUBLIC } from '../vocabulary/routes.ts'
import { AlterationKind, Named, Nullable } from '../vocabulary/schemas.ts'

const OriginalParams = Type.Object({
  publicId: Type.String({ description: 'The id in the address of the page' }),
})

const PublishingOrganization = Named('PublishingOrganization', {
  name: Type.String(),
  logoUrl: Nullable(Type.String()),
  colour: Nullable(Type.String()),
})

const PublicAddress = Named('PublicAddress', recordProperties(ADDRESS_FIELDS), {
  description: 'null unless the organization allows it',
})

const Pixels = Nullable(Type.Integer({ description: 'null while the size is not known' }))

const PublicOriginal = Named('PublicOriginal', {
  id: Type.String(),
  organization: PublishingOrganization,
  address: Nullable(PublicAddress),
  kind: AlterationKind,
  note: Nullable(Type.String()),
  alteredUrl: Nullable(Type.String()),
  alteredWidth: Pixels,
  alteredHeight: Pixels,
  originalUrl: Nullable(Type.String()),
  originalWidth: Pixels,
  originalHeight: Pixels,
  qrUrl: Type.String({ description: 'The image of a QR code with the address of the page' }),
})

const docs = operationDocs({
  getPublicOriginal: {
    summary: 'Get an altered picture and its original',
    description:
      'Returns an altered picture together with its original, for anyone who has the address. The address is made when an altered picture is delivered, and works until the project is erased. It does not depend on the client delivery, and both pictures stay when their media are deleted.',
    problems: { 429: 'Too many calls from this address or network: `rate_limited`' },
  },
})

/** The public pages of altered pictures, as JSON: docs/contract.md#c13-originals */
export const originalRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (app, links) => {
  app.addHook('onRequest', async (request, reply) => {
    // Browsers get a page at this address.
    reply.vary('Accept')
    await admitClient(request.store.sql, request.ip)
  })

  app.get(
    '/originals/:publicId',
    {
      config: PUBLIC,
      schema: {
        ...docs.getPublicOriginal,
        params: OriginalParams,
        response: { 200: PublicOriginal },
      },
    },
    (request) => getPublicOriginal(request.store.sql, request.params.publicId, links),
  )
}
