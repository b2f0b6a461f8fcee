import { MAX_DURATION_MINUTES, MAX_PROPERTY_SIZE, TAX_BASIS_POINTS } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Amount, Described, Id, Instant, MediaType, Named, Nullable, PageQuery } from './schemas.ts'

// Shared by the catalog and order forms.

export const Minutes = Type.Integer({ minimum: 1, maximum: MAX_DURATION_MINUTES })
export const MinutesOfTier = Described(Nullable(Minutes), "null: the offer's")
export const TaxRate = Type.Unsafe<number>({
  ...TAX_BASIS_POINTS.sent,
  description: "Hundredths of a percent. null: the organization's",
})
export const upTo = Type.Integer({
  minimum: 1,
  maximum: MAX_PROPERTY_SIZE,
  description: "The largest size of the tier, in the organization's sizeUnit",
})

const SizeTier = Named('SizeTier', { upTo, priceAmount: Amount, durationMinutes: MinutesOfTier })

export const CatalogueQuery = Type.Object({
  archived: Type.Boolean({
    default: false,
    description: 'true: only archived records. false: only the others',
  }),
  ...PageQuery,
})

export const Offer = Named('Offer', {
  id: Id,
  organizationId: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  priceAmount: Amount,
  currency: Type.String(),
  mediaTypes: Nullable(Type.Array(MediaType)),
  durationMinutes: Nullable(Minutes),
  sizeTiers: Nullable(Type.Array(SizeTier)),
  taxBasisPoints: Nullable(TaxRate),
  archivedAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})
