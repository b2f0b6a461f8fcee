import {
  MAX_TOKEN_LENGTH,
  ORDER_FORM_FIELDS,
  PAYMENT_TERMS,
  PROJECT_FIELDS,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Offer } from '../vocabulary/offers.ts'
import { OrderAddress, PropertySize, Selection } from '../vocabulary/orders.ts'
import { PortalCustomer, PortalStudio } from '../vocabulary/portal.ts'
import { recordProperties } from '../vocabulary/record-schemas.ts'
import {
  Amount,
  Described,
  IdFilter,
  Instant,
  Named,
  Nullable,
  OneOf,
  Repeatable,
  SentId,
  SentInstant,
  SizeUnit,
  studioFields,
} from '../vocabulary/schemas.ts'

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
  holdToken: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_TOKEN_LENGTH,
      description:
        'The token of a live hold on this form without an order. The new hold replaces it',
    }),
  ),
})

export const Hold = Named('Hold', {
  holdToken: Type.String({ description: 'A secret that places the order' }),
  expiresAt: Instant,
})

const { lat, lng, postalCode } = PROJECT_FIELDS
const OF_SHOOT = 'Location of the shoot: only slots of technicians who serve its travel zone'

export const SlotsQuery = Type.Object({
  from: Described(SentInstant, 'The earliest start'),
  to: Described(SentInstant, 'After the latest start, at most 31 days after `from`'),
  packageId: IdFilter('The selected package'),
  addOnIds: Type.Optional(Repeatable(SentId, 'The selected add-ons')),
  propertySize: Type.Optional(Type.Unsafe<number>(PROJECT_FIELDS.propertySize.type.sent)),
  postalCode: Type.Optional(Described(Type.Unsafe<string>(postalCode.type.sent), OF_SHOOT)),
  lat: Type.Optional(Described(Type.Unsafe<number>(lat.type.sent), 'See postalCode')),
  lng: Type.Optional(Described(Type.Unsafe<number>(lng.type.sent), 'See postalCode')),
})

const offer = Offer.properties
const offerFields = {
  id: offer.id,
  name: offer.name,
  description: offer.description,
  mediaTypes: offer.mediaTypes,
  priceAmount: offer.priceAmount,
  currency: offer.currency,
  durationMinutes: offer.durationMinutes,
  sizeTiers: offer.sizeTiers,
}
const BookableOffer = Named('BookableOffer', offerFields)

const shown = recordProperties(ORDER_FORM_FIELDS)

const formFields = {
  publicId: shown.publicId,
  name: shown.name,
  organization: Named('BookedOrganization', studioFields),
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
    description: 'Whether the organization currently accepts card payments',
  }),
}

export const BookableForm = Named('BookableForm', formFields)

const PricedOffer = Named('PortalBookableOffer', {
  ...offerFields,
  groupPriceAmount: Nullable({
    ...Amount,
    description: "The group's price, at any size. null: the offer's own prices",
  }),
})

export const PortalBookableForm = Named('PortalBookableForm', {
  ...formFields,
  organization: PortalStudio,
  packages: Type.Array(PricedOffer),
  addOns: Type.Array(PricedOffer),
  customer: PortalCustomer,
  group: Nullable(
    Named('PortalBookingGroup', {
      name: Type.String(),
      paymentTerms: OneOf(PAYMENT_TERMS, 'PaymentTerms'),
      netDays: Nullable(Type.Integer({ description: 'For NET_DAYS' })),
      discountBasisPoints: Nullable(Type.Integer({ description: 'Discount on the whole price' })),
      billedTo: Nullable(
        Type.String({ description: 'Who receives the invoice. null: the customer' }),
      ),
    }),
  ),
})
