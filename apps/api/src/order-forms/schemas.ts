import {
  ADDRESS_FIELDS,
  MAX_ADD_ONS,
  MAX_LABEL_LENGTH,
  ORDER_FORM_FIELDS,
  PRICE_MEMBERS,
  PROJECT_FIELDS,
} from '@mediajobs/domain'
import { sentSchema } from '@mediajobs/domain/fields'
import { Type } from '@sinclair/typebox'
import { Offer } from '../catalogue/offers.ts'
import { recordProperties, returnedProperties, updateBody } from '../vocabulary/record-schemas.ts'
import {
  Described,
  IdFilter,
  Instant,
  Line,
  Named,
  Nullable,
  organizationFields,
  Repeatable,
  SentId,
  SentInstant,
  SizeUnit,
} from '../vocabulary/schemas.ts'

export const PublicIdParams = Type.Object({
  publicId: Type.String({ description: 'The id in the URL of the page' }),
})

/** What a client of a form chose. */
export const Selection = Named('OrderSelection', {
  packageId: Type.Optional(Nullable(SentId)),
  addOnIds: Type.Optional(Type.Array(SentId, { maxItems: MAX_ADD_ONS, uniqueItems: true })),
  discountCode: Type.Optional(Nullable(Line(MAX_LABEL_LENGTH))),
})

export const PropertySize = Type.Unsafe<number | null>(sentSchema(PROJECT_FIELDS.propertySize))

const { lat, lng, postalCode } = PROJECT_FIELDS
const PLACE_FIELDS = { ...ADDRESS_FIELDS, lat, lng }

/** An address that a client sends, whole or in part. */
export const OrderAddress = updateBody('OrderAddress', PLACE_FIELDS)

export const ChoiceBody = Named('OrderChoiceBody', {
  selection: Selection,
  propertySize: Type.Optional(PropertySize),
  address: Type.Optional(OrderAddress),
})

export const HoldBody = Named('HoldBody', {
  startsAt: Type.Optional(
    Nullable(Described(SentInstant, 'One of the slots; null without scheduling')),
  ),
  ...ChoiceBody.properties,
})

export const Hold = Named('Hold', {
  holdToken: Type.String({ description: 'A secret, with which the order is placed' }),
  expiresAt: Instant,
})

const OF_SHOOT = 'Of the shoot: only those who serve its travel zone'

export const SlotsQuery = Type.Object({
  from: Described(SentInstant, 'The earliest start'),
  to: Described(SentInstant, 'After the latest start, at most 31 days after `from`'),
  packageId: IdFilter('The package of the choice'),
  addOnIds: Type.Optional(Repeatable(SentId, 'The add-ons of the choice')),
  propertySize: Type.Optional(Type.Unsafe<number>(PROJECT_FIELDS.propertySize.type.sent)),
  postalCode: Type.Optional(Described(Type.Unsafe<string>(postalCode.type.sent), OF_SHOOT)),
  lat: Type.Optional(Described(Type.Unsafe<number>(lat.type.sent), 'As postalCode')),
  lng: Type.Optional(Described(Type.Unsafe<number>(lng.type.sent), 'As postalCode')),
})

export const Slots = Named('Slots', {
  data: Type.Array(Named('Slot', { startsAt: Instant })),
})

export const OrderQuote = Named('OrderQuote', {
  ...returnedProperties(PRICE_MEMBERS),
  durationMinutes: Nullable(Type.Integer({ description: 'Minutes of the shoot' })),
  dueAmount: Type.Integer({
    minimum: 0,
    description: "Of the total, what confirms the order. In the currency's minor unit",
  }),
})

const offer = Offer.properties
const BookableOffer = Named('BookableOffer', {
  id: offer.id,
  name: offer.name,
  description: offer.description,
  mediaTypes: offer.mediaTypes,
  priceAmount: offer.priceAmount,
  currency: offer.currency,
  durationMinutes: offer.durationMinutes,
  sizeTiers: offer.sizeTiers,
})

const shown = recordProperties(ORDER_FORM_FIELDS)
const { deliveryTerms, deliveryNote, ...bookedFields } = organizationFields

export const BookableForm = Named('BookableForm', {
  publicId: shown.publicId,
  name: shown.name,
  organization: Named('BookedOrganization', bookedFields),
  timeZone: Type.String({ description: "The organization's, or UTC" }),
  sizeUnit: SizeUnit,
  packages: Type.Array(BookableOffer),
  addOns: Type.Array(BookableOffer),
  questions: shown.questions,
  scheduling: shown.scheduling,
  slotMinutes: shown.slotMinutes,
  noticeHours: shown.noticeHours,
  horizonDays: shown.horizonDays,
  payment: shown.payment,
  depositBasisPoints: shown.depositBasisPoints,
  confirmation: shown.confirmation,
  terms: shown.terms,
  frameAncestors: shown.frameAncestors,
  cardPayments: Type.Boolean({
    description: 'Whether the organization takes card payments now',
  }),
})
