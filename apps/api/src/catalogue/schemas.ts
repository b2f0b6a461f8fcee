import {
  MAX_BASIS_POINTS,
  MAX_DURATION_MINUTES,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REDEMPTIONS,
  MAX_UNIT_AMOUNT,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { MediaType } from '../enumerations.ts'
import {
  Amount,
  ChangedCurrency,
  Currency,
  Id,
  Instant,
  Line,
  Nullable,
  PageQuery,
  SentInstant,
  SomeOf,
} from '../schemas.ts'

const Price = Type.Integer({
  minimum: 0,
  maximum: MAX_UNIT_AMOUNT,
  description: "In the currency's minor unit",
})
const Minutes = Type.Integer({ minimum: 1, maximum: MAX_DURATION_MINUTES })
const optionalOfOffer = {
  description: Type.Optional(Nullable(Type.String({ maxLength: MAX_NOTES_LENGTH }))),
  mediaTypes: Type.Optional(Nullable(SomeOf(MediaType))),
  durationMinutes: Type.Optional(Nullable(Minutes)),
}

/** A package and an add-on have the same fields. */
export const CreateOfferBody = Type.Object(
  {
    name: Line(MAX_NAME_LENGTH),
    priceAmount: Price,
    currency: Currency,
    ...optionalOfOffer,
  },
  { title: 'CreateOfferBody' },
)

export const UpdateOfferBody = Type.Object(
  {
    name: Type.Optional(Line(MAX_NAME_LENGTH)),
    priceAmount: Type.Optional(Price),
    currency: Type.Optional(ChangedCurrency),
    ...optionalOfOffer,
  },
  { title: 'UpdateOfferBody' },
)

export const CatalogueQuery = Type.Object({
  archived: Type.Boolean({
    default: false,
    description: 'true lists only archived records; by default only the others are listed',
  }),
  ...PageQuery,
})

export const Offer = Type.Object(
  {
    id: Id,
    organizationId: Id,
    name: Type.String(),
    description: Nullable(Type.String()),
    priceAmount: Amount,
    currency: Type.String(),
    mediaTypes: Nullable(Type.Array(MediaType)),
    durationMinutes: Nullable(Minutes),
    archivedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Offer' },
)

const code = Type.String({
  minLength: 1,
  maxLength: MAX_LABEL_LENGTH,
  format: 'printable',
})
const PercentBasisPoints = Type.Integer({
  minimum: 1,
  maximum: MAX_BASIS_POINTS,
  description: 'Hundredths of a percent; either this or discountAmount with currency',
})
const MaxRedemptions = Type.Integer({ minimum: 1, maximum: MAX_REDEMPTIONS })
const optionalOfDiscount = {
  percentBasisPoints: Type.Optional(Nullable(PercentBasisPoints)),
  discountAmount: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_UNIT_AMOUNT }))),
  startsAt: Type.Optional(Nullable(SentInstant)),
  expiresAt: Type.Optional(Nullable(SentInstant)),
  maxRedemptions: Type.Optional(Nullable(MaxRedemptions)),
}

export const CreateDiscountBody = Type.Object(
  { code, ...optionalOfDiscount, currency: Type.Optional(Nullable(Currency)) },
  { title: 'CreateDiscountBody' },
)

export const UpdateDiscountBody = Type.Object(
  {
    code: Type.Optional(code),
    ...optionalOfDiscount,
    currency: Type.Optional(Nullable(ChangedCurrency)),
  },
  { title: 'UpdateDiscountBody' },
)

export const Discount = Type.Object(
  {
    id: Id,
    organizationId: Id,
    code: Type.String(),
    percentBasisPoints: Nullable(PercentBasisPoints),
    discountAmount: Nullable(Amount),
    currency: Nullable(Type.String()),
    startsAt: Nullable(Instant),
    expiresAt: Nullable(Instant),
    maxRedemptions: Nullable(MaxRedemptions),
    redemptions: Type.Integer({ description: 'Projects that use it now' }),
    archivedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Discount' },
)
