import { ADDRESS_FIELDS, CLIENT_PROJECT_FIELDS } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { ArchiveState, ClientDeliveryState, MediaType } from '../enumerations.ts'
import { Alteration, Preview } from '../pictures.ts'
import { recordProperties } from '../record-schemas.ts'
import { RevisionItem } from '../revision-items.ts'
import { Id, Instant, Nullable, organizationFields, Size } from '../schemas.ts'

const ProjectSummary = Type.Object(
  { ...recordProperties(ADDRESS_FIELDS), ...recordProperties(CLIENT_PROJECT_FIELDS) },
  { title: 'ProjectSummary' },
)

const Original = Type.Object(
  {
    id: Id,
    filename: Nullable(Type.String()),
    cdnUrl: Nullable(Type.String()),
    deleted: Type.Boolean({ description: 'If true, filename and cdnUrl are null' }),
    preview: Nullable(Preview),
  },
  { title: 'OriginalMedia' },
)

const DeliveredMedia = Type.Object(
  {
    id: Id,
    type: MediaType,
    filename: Type.String(),
    contentType: Type.String(),
    size: Size,
    mlsBytes: Type.Integer({
      minimum: 0,
      description: 'Bytes in an archive of MLS size: `size` for a file without this size',
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
  },
  { title: 'DeliveredMedia' },
)

const DeliveringOrganization = Type.Object(organizationFields, { title: 'DeliveringOrganization' })

const Bytes = Type.Integer({ minimum: 0, description: 'Bytes' })

const Archive = Type.Object(
  { state: ArchiveState, originalBytes: Bytes, mlsBytes: Bytes },
  {
    title: 'ArchiveOfDelivery',
    description:
      'NONE: there are no files, or the service offers no archives. PREPARING: the checksum of a file is still missing',
  },
)

const ShownRevision = Type.Object(
  {
    id: Id,
    round: Type.Integer(),
    comment: Nullable(Type.String()),
    requestedAt: Instant,
    items: Type.Array(RevisionItem),
  },
  { title: 'ShownRevision', description: 'The newest round of the project' },
)

export const ClientDelivery = Type.Object(
  {
    state: ClientDeliveryState,
    message: Nullable(Type.String()),
    expiresAt: Nullable(Instant),
    approvedAt: Nullable(Instant),
    revisionRequestedAt: Nullable(Instant),
    revisionComment: Nullable(Type.String()),
    organizationName: Type.String(),
    organization: DeliveringOrganization,
    project: ProjectSummary,
    media: Type.Array(DeliveredMedia),
    archive: Archive,
    revision: Nullable(ShownRevision),
  },
  { title: 'ClientDelivery' },
)
