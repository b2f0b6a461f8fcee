import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ADDRESS_FIELDS } from '@mediajobs/domain'
import type { DeliveryLinks } from '@mediajobs/operations/client-deliveries'
import { getPublicOriginal } from '@mediajobs/operations/public-originals'
import { Type } from '@sinclair/typebox'
import { admitLinks } from '../plugins/link-calls.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { PublicIdParams, SLOWED } from '../vocabulary/public.ts'
import { recordProperties } from '../vocabulary/record-schemas.ts'
import { operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import { AlterationKind, Named, Nullable } from '../vocabulary/schemas.ts'

const PublishingOrganization = Named('PublishingOrganization', {
  name: Type.String(),
  logoUrl: Nullable(Type.String()),
  colour: Nullable(Type.String()),
  locale: Nullable(Type.String()),
})

const PublicAddress = Named('PublicAddress', recordProperties(ADDRESS_FIELDS), {
  description: 'null unless the organization shows it',
})

const Pixels = Nullable(Type.Integer({ description: 'null while unknown' }))

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
  qrUrl: Type.String({ description: 'A QR code of the page’s URL' }),
})

const docs = operationDocs({
  getPublicOriginal: {
    about: 'Altered pictures with their originals, public.',
    summary: 'Get an altered picture and its original',
    description:
      'Returns an altered picture with its original, to anyone with the URL. Created when an altered picture is delivered, and available until the project is erased, independently of the client delivery and even if the media are deleted.',
    problems: SLOWED,
  },
})

/** The public pages of altered pictures, as JSON: docs/contract.md#c13-originals */
export const originalRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (app, links) => {
  admitLinks(app)
  const { get } = operationsOf(app)

  get(
    '/originals/:publicId',
    PUBLIC,
    { ...docs.getPublicOriginal, params: PublicIdParams, response: { 200: PublicOriginal } },
    (request) => getPublicOriginal(request.store.sql, request.params.publicId, links),
  )
}
