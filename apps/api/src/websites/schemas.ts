import {
  ADDRESS_FIELDS,
  LEAD_FIELDS,
  MAX_NAME_LENGTH,
  TOUR_KINDS,
  WEBSITE_FIELDS,
} from '@mediajobs/domain'
import { lineOrEmpty } from '@mediajobs/domain/values'
import { SITE_SIZES, WEBSITE_BLOCKS } from '@mediajobs/operations/websites'
import { Type } from '@sinclair/typebox'
import { Alteration } from '../vocabulary/media.ts'
import { PublicIdParams } from '../vocabulary/public.ts'
import {
  createBody,
  recordProperties,
  recordSchema,
  updateBody,
} from '../vocabulary/record-schemas.ts'
import { redirectedQuery } from '../vocabulary/routes.ts'
import {
  Described,
  Id,
  MediaType,
  Named,
  Nullable,
  OneOf,
  SentId,
  SizeUnit,
  studioFields,
} from '../vocabulary/schemas.ts'

const fields = recordProperties(WEBSITE_FIELDS)

export const WebsiteBody = updateBody('WebsiteBody', WEBSITE_FIELDS)

export const Website = Named('Website', {
  ...fields,
  blockedBy: Nullable({
    ...OneOf(WEBSITE_BLOCKS, 'WebsiteBlock'),
    description:
      'Why the pages of a LIVE website are unavailable, or it can’t be published: no delivery is in force, it awaits payment, or `expiresAt` has passed',
  }),
  brandedUrl: Type.String({ description: 'The page with organization and contacts' }),
  unbrandedUrl: Type.String({ description: 'The page for an MLS' }),
  unbrandedOmits: Type.Array(Type.String(), {
    description:
      'Fields the unbranded page omits, because they name the organization, a contact or the customer, or contain an address or a phone number',
  }),
})

const SizeUrl = (description: string) =>
  Nullable(Type.String({ description: `${description}. null for files without sizes` }))
const Pixels = Nullable(Type.Integer({ description: 'Pixels of the original. null: unknown' }))

const SiteMedia = Named('SiteMedia', {
  id: Id,
  type: MediaType,
  contentType: Type.String(),
  width: Pixels,
  height: Pixels,
  colour: Nullable(Type.String({ description: 'Mean color, as #rrggbb' })),
  url: Type.String({
    description:
      'The video, the document, or the largest size of the picture. On the unbranded page, a path on its host',
  }),
  thumbUrl: SizeUrl('480 px WebP'),
  mediumUrl: SizeUrl('640 px WebP'),
  gridUrl: SizeUrl('960 px WebP'),
  largeUrl: SizeUrl('1920 px WebP'),
  alteration: Nullable(Alteration),
  originalsUrl: Nullable(
    Type.String({
      description: 'The public page of an altered picture. null on the unbranded page',
    }),
  ),
})

const shared = {
  headline: fields.headline,
  description: fields.description,
  address: Named('SiteAddress', recordProperties(ADDRESS_FIELDS)),
  sizeUnit: SizeUnit,
  facts: fields.facts,
  tours: Type.Array(Named('SiteTour', { kind: OneOf(TOUR_KINDS, 'TourKind'), url: Type.String() })),
  photos: Type.Array(SiteMedia),
  videos: Type.Array(SiteMedia),
  floorPlans: Type.Array(SiteMedia),
}

export const Site = Named('Site', {
  ...shared,
  contacts: fields.contacts,
  leadForm: Type.Boolean({ description: 'Whether visitors can write to the contacts' }),
  publishedAt: fields.publishedAt,
  organization: Named('SiteOrganization', studioFields),
})

export const Tour = Named('Tour', {
  ...shared,
  locale: Nullable(Type.String({ description: 'Format of numbers and dates' })),
})

export const SiteMediaParams = Type.Object({
  ...PublicIdParams.properties,
  mediaId: Described(SentId, 'The id of the media item'),
})

export const SiteMediaQuery = Type.Object({
  size: Type.Optional({
    ...OneOf(SITE_SIZES, 'SiteSize'),
    description: 'Size of a picture. Default: the largest',
  }),
  ...redirectedQuery,
})

export const Lead = recordSchema('Lead', LEAD_FIELDS)

export const LeadBody = Named('LeadBody', {
  ...createBody('', LEAD_FIELDS).properties,
  website: Type.Optional(
    Described(
      Type.Unsafe<string>(lineOrEmpty(MAX_NAME_LENGTH).sent),
      'Honeypot, leave it out: messages with it are silently dropped as spam',
    ),
  ),
})

const Count = Type.Integer({ minimum: 0 })

export const WebsiteViews = Named('WebsiteViews', {
  data: Type.Array(
    Named('WebsiteViewsOfDay', {
      day: Type.String({ format: 'date', description: 'In the organization’s time zone' }),
      branded: Count,
      unbranded: Count,
    }),
    { description: 'Days with views, newest first' },
  ),
  brandedTotal: Count,
  unbrandedTotal: Count,
})
