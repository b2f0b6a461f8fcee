import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { invalid } from '@mediajobs/operations/errors'
import {
  exchangeHold,
  expectOffered,
  findFormOf,
  findOpenForm,
  getBookableForm,
  getBookableFormOf,
  getSlots,
  holdSlot,
  type OpenForm,
  type OrderFormRow,
  quoteOrder,
  shootMinutes,
  withDiscountCode,
  withHoldLimit,
} from '@mediajobs/operations/orders'
import type { CdnUrl } from '@mediajobs/operations/previews'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { admitLinks } from '../plugins/link-calls.ts'
import { EXAMPLE_ID, type OperationDocs, operationDocs } from '../vocabulary/operation-docs.ts'
import { OrderQuote, Slots, takeTurnsAtForms } from '../vocabulary/orders.ts'
import { admitCustomers, callerOf } from '../vocabulary/portal.ts'
import { PublicIdParams, SLOWED } from '../vocabulary/public.ts'
import { operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import {
  BookableForm,
  ChoiceBody,
  Hold,
  HoldBody,
  PortalBookableForm,
  SlotsQuery,
} from './schemas.ts'

const GONE = 'The form is unknown, inactive or archived, or it does not have the offer: `not_found`'
const NOT_HELD =
  'The slot is taken: `slot_taken`; too many slots are held: `holds_full`; the hold to exchange has expired (`hold_expired`) or was ordered (`order_placed`)'
const CODES = 'or ten wrong discount codes in 15 minutes'

const CHOICE = {
  selection: { packageId: EXAMPLE_ID, addOnIds: [EXAMPLE_ID], discountCode: 'SPRING' },
  propertySize: 1_850,
  address: { addressLine1: '1 Main Street', city: 'Springfield', postalCode: '62701' },
}

const docs = operationDocs({
  getBookableForm: {
    about: 'An order form, as shown to clients.',
    summary: 'Open an order form, as a client',
    description:
      'Returns what a client can order with a form, its questions, terms and rules, to anyone with the URL. Reveals nothing about staff.',
    problems: { 404: GONE, ...SLOWED },
  },
  quoteOrder: {
    examples: { order: CHOICE },
    summary: 'Quote the price of an order',
    description:
      'Returns the lines and totals of a selection of the form’s offers, the length of the shoot, and the amount due with the order. Creates nothing.',
    problems: { 404: GONE, 429: `${SLOWED[429]}; ${CODES}` },
  },
  listSlots: {
    summary: 'List the times that can be booked',
    description:
      'Lists when the selected shoot can start: the form’s slots, between notice and horizon, at which one of its technicians is free.',
    problems: { 404: GONE, ...SLOWED },
  },
  holdSlot: {
    examples: {
      time: { startsAt: '2026-05-04T09:00:00Z', ...CHOICE },
      none: { selection: { packageId: EXAMPLE_ID } },
    },
    summary: 'Hold a time for an order',
    description:
      'Holds a time for 15 minutes, for an order placed with `holdToken`. Without scheduling there is no time to hold. Given the `holdToken` of a live hold that wasn’t ordered, exchanges it: once the new time is held, the old one is free and its token invalid.',
    problems: {
      404: `${GONE}; or \`holdToken\` is unknown here`,
      409: NOT_HELD,
      429: `${SLOWED[429]}, ${CODES}; this network holds three times, or held 20 within an hour: \`too_many_holds\``,
    },
  },
})

const GONE_FOR_CUSTOMER = `${GONE}; also for a form of another organization`

const CODED = 'Ten wrong discount codes in 15 minutes from this network: `rate_limited`'

const portalDocs = operationDocs(
  {
    getPortalBookableForm: {
      about: 'A signed-in customer’s own records.',
      summary: 'Open an order form, as a signed-in customer',
      description:
        "Returns what the customer can order with a form, at their group's prices and terms. `payment` is NONE if the group's terms are ON_DELIVERY or NET_DAYS.",
      problems: { 404: GONE_FOR_CUSTOMER },
    },
    quotePortalOrder: {
      examples: { order: CHOICE },
      summary: 'Quote the price of an order, as a signed-in customer',
      description:
        "Returns the lines and totals of a selection at the prices of the customer's group, the length of the shoot, and the amount due with the order. Creates nothing.",
      problems: { 404: GONE_FOR_CUSTOMER, 429: CODED },
    },
    listPortalSlots: {
      summary: 'List the times that a signed-in customer can book',
      description:
        'Lists when the selected shoot can start, as for anyone. An offer with a group price needs no `propertySize`.',
      problems: { 404: GONE_FOR_CUSTOMER },
    },
    holdPortalSlot: {
      examples: {
        time: { startsAt: '2026-05-04T09:00:00Z', ...CHOICE },
        none: { selection: { packageId: EXAMPLE_ID } },
      },
      summary: 'Hold a time, as a signed-in customer',
      description:
        'Holds a time for 15 minutes, or exchanges the hold of `holdToken`, as for anyone. Anyone with the token can place the order, signed in or not.',
      problems: {
        404: `${GONE_FOR_CUSTOMER}; or \`holdToken\` is unknown here`,
        409: NOT_HELD,
        429: `${CODED}; this network holds three times, or held 20 within an hour: \`too_many_holds\``,
      },
    },
  },
  { needsPortal: true },
)

/** How the public routes and those of customers differ. */
interface BookVariant {
  at: '/book/:publicId' | '/portal/book/:publicId'
  docs: Record<'quote' | 'slots' | 'hold', OperationDocs & { operationId: string }>
  find(request: FastifyRequest, publicId: string): Promise<OpenForm>
}

/** Order forms, for anyone with the URL, and for signed-in customers on their terms. docs/contract.md#c20-book */
export const bookRoutes: FastifyPluginAsyncTypebox<{ cdnUrl: CdnUrl }> = async (app, links) => {
  await app.register(publicRoutes, links)
  await app.register(customerRoutes, links)
}

const params = PublicIdParams

const publicRoutes: FastifyPluginAsyncTypebox<{ cdnUrl: CdnUrl }> = async (app, links) => {
  admitLinks(app)
  operationsOf(app).get(
    '/book/:publicId',
    PUBLIC,
    { ...docs.getBookableForm, params, response: { 200: BookableForm } },
    (request) => getBookableForm(request.store.sql, request.params.publicId, links),
  )
  const { quoteOrder: quote, listSlots: slots, holdSlot: hold } = docs
  bookAt(app, {
    at: '/book/:publicId',
    docs: { quote, slots, hold },
    find: ({ store }, publicId) => findOpenForm(store.quick, publicId),
  })
}

/** docs/contract.md#c22-book */
const customerRoutes: FastifyPluginAsyncTypebox<{ cdnUrl: CdnUrl }> = async (app, links) => {
  admitCustomers(app)
  operationsOf(app).get(
    '/portal/book/:publicId',
    PUBLIC,
    { ...portalDocs.getPortalBookableForm, params, response: { 200: PortalBookableForm } },
    (request) => {
      const { store, params } = request
      return getBookableFormOf(store.sql, callerOf(request), params.publicId, links)
    },
  )
  const { quotePortalOrder: quote, listPortalSlots: slots, holdPortalSlot: hold } = portalDocs
  bookAt(app, {
    at: '/portal/book/:publicId',
    docs: { quote, slots, hold },
    find: (request, publicId) => findFormOf(request.store.quick, callerOf(request), publicId),
  })
}

function bookAt(app: FastifyInstance, { at, docs, find }: BookVariant): void {
  const { get, on } = operationsOf(app)

  async function openForm(request: FastifyRequest, publicId: string): Promise<OpenForm> {
    const open = await find(request, publicId)
    takeTurnsAtForms(request, open.form.organizationId)
    return open
  }

  on(
    'POST',
    `${at}/quote`,
    PUBLIC,
    { ...docs.quote, params, body: ChoiceBody, response: { 200: OrderQuote } },
    async (request) => {
      const { store, params, body, ip } = request
      const open = await openForm(request, params.publicId)
      const { discountCode } = body.selection
      return withDiscountCode(store.sql, ip, discountCode, () => quoteOrder(store.sql, open, body))
    },
  )

  get(
    `${at}/slots`,
    PUBLIC,
    { ...docs.slots, params, querystring: SlotsQuery, response: { 200: Slots } },
    async (request) => {
      const { from, to, packageId = null, addOnIds = [], ...rest } = request.query
      const { propertySize = null, ...place } = rest
      const open = await openForm(request, request.params.publicId)
      const wanted = { from, to, selection: { packageId, addOnIds }, propertySize, place }
      return { data: await getSlots(request.store.sql, open, wanted) }
    },
  )

  on(
    'POST',
    `${at}/holds`,
    PUBLIC,
    { ...docs.hold, params, body: HoldBody, response: { 201: Hold } },
    async (request) => {
      const { store, params, body, ip } = request
      const open = await openForm(request, params.publicId)
      const { startsAt = null, holdToken, ...choice } = body
      checkScheduling(open.form, startsAt)
      const { discountCode } = choice.selection
      const quote = await withDiscountCode(store.sql, ip, discountCode, () =>
        quoteOrder(store.sql, open, choice),
      )
      if (startsAt !== null) expectOffered(open, startsAt)
      const durationMinutes = shootMinutes(quote)
      const wanted = { ...choice, startsAt, durationMinutes, callerAddress: ip }
      if (holdToken !== undefined) {
        return store.transaction((tx) => exchangeHold(tx, open.form, { ...wanted, holdToken }))
      }
      return withHoldLimit(store.sql, open.form.organizationId, ip, () =>
        store.transaction((tx) => holdSlot(tx, open.form, wanted)),
      )
    },
  )
}

function checkScheduling({ scheduling }: OrderFormRow, startsAt: string | null): void {
  if (scheduling === 'REQUIRED' && startsAt === null) {
    throw invalid('startsAt', 'required', 'is required by this form')
  }
  if (scheduling === 'NONE' && startsAt !== null) {
    throw invalid('startsAt', 'not_allowed', 'must be null: this form has no scheduling')
  }
}
