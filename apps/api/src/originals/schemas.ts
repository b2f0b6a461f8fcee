import { Type } from '@sinclair/typebox'
import { AlterationKind } from '../enumerations.ts'
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

const PublicAddress = Type.Object(
  {
    addressLine1: Nullable(Type.String()),
    addressLine2: Nullable(Type.String()),
    city: Nullable(Type.String()),
    region: Nullable(Type.String()),
    postalCode: Nullable(Type.String()),
    countryCode: Nullable(Type.String()),
  },
  { title: 'PublicAddress', description: 'null unless the organization shows it' },
)

const Pixels = Nullable(Type.Integer({ description: 'null while it is not known' }))

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
    qrUrl: Type.String({ description: 'The address of the page as a QR code' }),
  },
  { title: 'PublicOriginal' },
)
