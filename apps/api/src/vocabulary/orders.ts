import {
  ADDRESS_FIELDS,
  MAX_ADD_ONS,
  MAX_LABEL_LENGTH,
  ORDERED_PROJECT,
  PRICE_MEMBERS,
  PROJECT_FIELDS,
} from '@mediajobs/domain'
import { sentSchema } from '@mediajobs/domain/fields'
import type { ValueOf } from '@mediajobs/domain/values'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { returnedProperties, updateBody } from './record-schemas.ts'
import { Instant, Line, Named, Nullable, SentId } from './schemas.ts'

// Shared by order forms and the orders placed with them.

/** Queues the request with all others of the organization's order forms, separately from its staff (fair shares). */
export function takeTurnsAtForms(request: FastifyRequest, organizationId: string): void {
  request.turnGroup = `book:${organizationId}`
}

/** A client's selection on a form. */
export const Selection = Named('OrderSelection', {
  packageId: Type.Optional(Nullable(SentId)),
  addOnIds: Type.Optional(Type.Array(SentId, { maxItems: MAX_ADD_ONS, uniqueItems: true })),
  discountCode: Type.Optional(Nullable(Line(MAX_LABEL_LENGTH))),
})

export const PropertySize = Type.Unsafe<number | null>(sentSchema(PROJECT_FIELDS.propertySize))

const { lat, lng } = PROJECT_FIELDS
const PLACE_FIELDS = { ...ADDRESS_FIELDS, lat, lng }

/** An address that a client sends, whole or in part. */
export const OrderAddress = updateBody('OrderAddress', PLACE_FIELDS)

export const Slots = Named('Slots', {
  data: Type.Array(Named('Slot', { startsAt: Instant })),
})

export const OrderedProject = Type.Unsafe<ValueOf<typeof ORDERED_PROJECT>>(ORDERED_PROJECT.returned)

export const OrderQuote = Named('OrderQuote', {
  ...returnedProperties(PRICE_MEMBERS),
  durationMinutes: Nullable(Type.Integer({ description: 'Minutes of the shoot' })),
  dueAmount: Type.Integer({
    minimum: 0,
    description: "The part of the total due to confirm the order. In the currency's minor unit",
  }),
})

/** Payment of an invoice or order at the provider. */
export const Checkout = Named('Checkout', {
  url: Type.String({ description: 'The provider’s page for the payment, open for 30 minutes' }),
})
