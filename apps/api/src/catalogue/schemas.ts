import {
  MAX_BASIS_POINTS,
  MAX_DURATION_MINUTES,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REDEMPTIONS,
  MAX_UNIT_AMOUNT,
  MEDIA_TYPES,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import {
  Currency,
  Id,
  Instant,
  Nullable,
  OneOf,
  PageQuery,
  SentInstant,
  SomeOf,
  Text,
} from '../schemas.ts'

const Price = Type.Integer({
  minimum: 0,
  maximum: MAX_UNIT_AMOUNT,
  description: "In the currency's minor unit",
})
const optionalOfOffer = {
  description: Type.Optional(Nullable(Type.String({ maxLength: MAX_NOTES_LENGTH }))),
  mediaTypes: Type.Optional(Nullable(SomeOf(MEDIA_TYPES))),
  durationMinutes: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: MAX_DURATION_MINUTES })),
  ),
}

/** A package and an add-on have the same fields. */
export const CreateOfferBody = Type.Object({
  name: Text(MAX_NAME_LENGTH),
  priceAmount: Price,
  currency: Currency,
  ...optionalOfOffer,
})

export const UpdateOfferBody = Type.Object({
  name: Type.Optional(Text(MAX_NAME_LENGTH)),
  priceAmount: Type.Optional(Price),
  currency: Type.Optional(Currency),
  ...optionalOfOffer,
})

export const CatalogueQuery = Type.Object({
  archived: Type.Boolean({
    default: false,
    description: 'true lists what is archived; without it, only what is not',
  }),
  ...PageQuery,
})

export const Offer = Type.Object(
  {
    id: Id,
    organizationId: Id,
    name: Type.String(),
    description: Nullable(Type.String()),
    priceAmount: Type.Integer(),
    currency: Type.String(),
    mediaTypes: Nullable(Type.Array(OneOf(MEDIA_TYPES))),
    durationMinutes: Nullable(Type.Integer()),
    archivedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Offer' },
)

const code = Type.String({
  minLength: 1,
  maxLength: MAX_LABEL_LENGTH,
  pattern: '^(?!\\s).*(?<!\\s)$',
  patternSentence: 'must be one line that does not begin or end with a space',
})
const optionalOfDiscount = {
  percentBasisPoints: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: MAX_BASIS_POINTS,
        description: 'Hundredths of a percent; either this or discountAmount with currency',
      }),
    ),
  ),
  discountAmount: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_UNIT_AMOUNT }))),
  currency: Type.Optional(Nullable(Currency)),
  startsAt: Type.Optional(Nullable(SentInstant)),
  expiresAt: Type.Optional(Nullable(SentInstant)),
  maxRedemptions: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_REDEMPTIONS }))),
}

export const CreateDiscountBody = Type.Object({ code, ...optionalOfDiscount })

export const UpdateDiscountBody = Type.Object({
  code: Type.Optional(code),
  ...optionalOfDiscount,
})

export const Discount = Type.Object(
  {
    id: Id,
    organizationId: Id,
    code: Type.String(),
    percentBasisPoints: Nullable(Type.Integer()),
    discountAmount: Nullable(Type.Integer()),
    currency: Nullable(Type.String()),
    startsAt: Nullable(Instant),
    expiresAt: Nullable(Instant),
    maxRedemptions: Nullable(Type.Integer()),
    redemptions: Type.Integer({ description: 'Projects that hold it now' }),
    archivedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Discount' },
)
