import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ADDRESS_FIELDS, CLIENT_PROJECT_FIELDS, MAX_REVISION_BODY_BYTES } from '@mediajobs/domain'
import { approveByToken, requestRevisionByToken } from '@mediajobs/operations/client-decisions'
import {
  countView,
  type DeliveryLinks,
  getClientDelivery,
} from '@mediajobs/operations/client-deliveries'
import { Type } from '@sinclair/typebox'
import { admitLinks } from '../plugins/link-calls.ts'
import { Alteration, Preview, RevisionBody, RevisionItem } from '../vocabulary/media.ts'
import { EXAMPLE_ID, operationDocs } from '../vocabulary/operation-docs.ts'
import { DeliveryParams, SLOWED } from '../vocabulary/public.ts'
import { recordProperties } from '../vocabulary/record-schemas.ts'
import { operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import {
  ArchiveState,
  ClientDeliveryState,
  DeliveryDecider,
  EmptyBody,
  Id,
  Instant,
  Language,
  MediaType,
  Named,
  Nullable,
  organizationFields,
  Size,
} from '../vocabulary/schemas.ts'

const ProjectSummary = Named('ProjectSummary', {
  ...recordProperties(ADDRESS_FIELDS),
  ...recordProperties(CLIENT_PROJECT_FIELDS),
})

const Original = Named('OriginalMedia', {
  id: Id,
  filename: Nullable(Type.String()),
  cdnUrl: Nullable(Type.String()),
  deleted: Type.Boolean({ description: 'If true, filename and cdnUrl are null' }),
  preview: Nullable(Preview),
})

const DeliveredMedia = Named('DeliveredMedia', {
  id: Id,
  type: MediaType,
  filename: Type.String(),
  contentType: Type.String(),
  size: Size,
  mlsBytes: Type.Integer({
    minimum: 0,
    description: 'Bytes in an archive of MLS size; `size` for files without one',
  }),
  cdnUrl: Type.String(),
  position: Type.Integer(),
  publishedAt: Nullable(Instant),
  preview: Nullable(Preview),
  alteration: Nullable(Alteration),
  originalsUrl: Nullable(
    Type.String({ description: 'The public page of an altered picture and its original' }),
  ),
  alteredFrom: Nullable(Original),
})

const Amount = Type.Integer({ minimum: 0, description: "In the currency's minor unit" })

const Lock = Named(
  'DeliveryLock',
  {
    balanceAmount: Amount,
    totalAmount: Amount,
    currency: Type.String(),
    invoiceNumber: Nullable(Type.String()),
    payUrl: Type.String({ description: 'Where the client pays' }),
  },
  { description: 'The invoice that the downloads wait for' },
)

const LockedMedia = Named('LockedMedia', {
  id: Id,
  type: MediaType,
  filename: Type.String(),
  position: Type.Integer(),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  thumbUrl: Nullable(Type.String({ description: '480 px WebP' })),
  lockedUrl: Nullable(
    Type.String({ description: '1280 px WebP with a watermark. null until created' }),
  ),
})

const DeliveringOrganization = Named('DeliveringOrganization', organizationFields)

const Bytes = Type.Integer({ minimum: 0, description: 'Bytes' })

const Archive = Named(
  'ArchiveOfDelivery',
  { state: ArchiveState, originalBytes: Bytes, mlsBytes: Bytes },
  {
    description:
      'NONE: no files, or the service offers no archives. PREPARING: checksums are being computed',
  },
)

const ShownRevision = Named(
  'ShownRevision',
  {
    id: Id,
    round: Type.Integer(),
    comment: Nullable(Type.String()),
    requestedAt: Instant,
    items: Type.Array(RevisionItem),
    replaced: Type.Array(Original, {
      description: 'The replaced media of items that have a new version',
    }),
  },
  { description: 'The newest round of the project' },
)

const ClientDelivery = Named('ClientDelivery', {
  state: ClientDeliveryState,
  decidedBy: Nullable(DeliveryDecider),
  message: Nullable(Type.String()),
  expiresAt: Nullable(Instant),
  approvedAt: Nullable(Instant),
  revisionRequestedAt: Nullable(Instant),
  revisionComment: Nullable(Type.String()),
  customerLanguage: Nullable(Language),
  organizationName: Type.String(),
  organization: DeliveringOrganization,
  project: ProjectSummary,
  media: Type.Array(DeliveredMedia),
  archive: Archive,
  revision: Nullable(ShownRevision),
  lock: Nullable(Lock),
  lockedMedia: Type.Array(LockedMedia, {
    description: 'The files of a locked delivery, whose `media` is empty',
  }),
  portalUrl: Nullable(
    Type.String({ description: 'The customer portal. null: this service sends no mail' }),
  ),
})

const UNPAID = 'The delivery awaits payment: `payment_required`, with `payUrl`'
const NO_DECISION = 'No decision possible: `delivery_superseded`, `project_not_delivered`'

const docs = operationDocs({
  getDelivery: {
    about: 'The client’s view and decision, by the delivery token.',
    summary: 'Open a delivery, as its client',
    description:
      'Returns the project, its media and the state of the decision, as shown to the client. Until a locked delivery is paid, `media` is empty, and `lockedMedia` has watermarked pictures. The token in the path, the only credential, works until it expires or is revoked.',
    problems: SLOWED,
  },
  countView: {
    summary: 'Count a view of a delivery by its client',
    description:
      'Counts a view of a delivery. The client’s page sends it after two seconds in view, or with a decision if that comes sooner. Opening a delivery is not counted, because mail scanners open links.',
    problems: SLOWED,
  },
  approveDelivery: {
    summary: 'Approve a delivery, as its client',
    description:
      'Records the client’s approval. Fires DELIVERY_APPROVED once per delivery. Idempotent.',
    problems: { ...SLOWED, 402: UNPAID, 409: NO_DECISION },
  },
  requestRevision: {
    examples: {
      comment: { comment: 'Brighter, please' },
      items: {
        items: [{ mediaId: EXAMPLE_ID, comment: 'Remove the cable', x: 0.25, y: 0.7, time: null }],
      },
    },
    summary: 'Request a revision, as the client',
    description:
      'Requests changes, as a new revision round: moves the project DELIVERED → IN_REVISION and fires PROJECT_STATUS_CHANGED and REVISION_REQUESTED.',
    problems: { ...SLOWED, 409: `${NO_DECISION}, \`already_approved\`` },
  },
})

/** For a project's client: the token in the path is the only credential. */
export const clientDeliveryRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (
  app,
  links,
) => {
  admitLinks(app)
  const { get, post } = operationsOf(app)
  get(
    '/deliveries/:token',
    PUBLIC,
    { ...docs.getDelivery, params: DeliveryParams, response: { 200: ClientDelivery } },
    (request) => getClientDelivery(request.store.sql, request.params.token, links),
  )

  post(
    '/deliveries/:token/views',
    PUBLIC,
    { ...docs.countView, params: DeliveryParams, body: EmptyBody },
    (tx, request) => countView(tx, request.params.token),
  )

  post(
    '/deliveries/:token/approve',
    PUBLIC,
    {
      ...docs.approveDelivery,
      params: DeliveryParams,
      body: EmptyBody,
      response: { 200: ClientDelivery },
    },
    (tx, request) => approveByToken(tx, request.params.token, links),
  )

  app.post(
    '/deliveries/:token/request-revision',
    {
      config: PUBLIC,
      bodyLimit: MAX_REVISION_BODY_BYTES,
      schema: {
        ...docs.requestRevision,
        params: DeliveryParams,
        body: RevisionBody,
        response: { 200: ClientDelivery },
      },
    },
    (request) => {
      const { token } = request.params
      return request.store.transaction((tx) =>
        requestRevisionByToken(tx, token, request.body, links),
      )
    },
  )
}
