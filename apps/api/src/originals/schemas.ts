import { ADDRESS_FIELDS } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { AlterationKind } from '../enumerations.ts'
import { recordProperties } from '../record-schemas.ts'
import { Nullable } from '../schemas.ts'

export const OriginalParams = Type.Object({
  publicId: Type.String({ description: 'The id in the address of the page' }),
})

const PublishingOrganization = Type.Object(
  {
    name: Type.String(),
    logoUrl: Nullable(Type.String()),
    colour: Nullable(Type.String()),
  },
  { title: 'PublishingOrganization' },
)

const PublicAddress = Type.Object(recordProperties(ADDRESS_FIELDS), {
  title: 'PublicAddress',
  description: 'null unless the organization allows it',
})

const Pixels = Nullable(Type.Integer({ description: 'null while the size is not known' }))

export const PublicOriginal = Type.Object(
  {
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
  },
  { title: 'PublicOriginal' },
)
