import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  MANAGING_ROLES,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_SIZE_TIERS,
  MAX_UNIT_AMOUNT,
} from '@mediajobs/domain'
import {
  archiveOffer,
  createOffer,
  getOffer,
  listOffers,
  type OfferKind,
  updateOffer,
} from '@mediajobs/operations/catalogue'
import { Type } from '@sinclair/typebox'
import {
  CatalogueQuery,
  Minutes,
  MinutesOfTier,
  Offer,
  TaxRate,
  upTo,
} from '../vocabulary/offers.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  ChangedCurrency,
  Currency,
  Line,
  MediaType,
  Named,
  Nullable,
  PageOf,
  SomeOf,
} from '../vocabulary/schemas.ts'

const Price = Type.Integer({
  minimum: 0,
  maximum: MAX_UNIT_AMOUNT,
  description: "In the currency's minor unit",
})

const SentSizeTier = Named('NewSizeTier', {
  upTo,
  priceAmount: Price,
  durationMinutes: Type.Optional(MinutesOfTier),
})

const SentSizeTiers = Type.Array(SentSizeTier, {
  minItems: 1,
  maxItems: MAX_SIZE_TIERS,
  description: 'Prices by the size of the property, ascending. `priceAmount` is then unused',
})

const optionalFields = {
  description: Type.Optional(Nullable(Type.String({ maxLength: MAX_NOTES_LENGTH }))),
  mediaTypes: Type.Optional(Nullable(SomeOf(MediaType))),
  durationMinutes: Type.Optional(Nullable(Minutes)),
  sizeTiers: Type.Optional(Nullable(SentSizeTiers)),
  taxBasisPoints: Type.Optional(Nullable(TaxRate)),
}

/** Packages and add-ons have the same fields. */
const CreateOfferBody = Named('CreateOfferBody', {
  name: Line(MAX_NAME_LENGTH),
  priceAmount: Price,
  currency: Currency,
  ...optionalFields,
})

const UpdateOfferBody = Named('UpdateOfferBody', {
  name: Type.Optional(Line(MAX_NAME_LENGTH)),
  priceAmount: Type.Optional(Price),
  currency: Type.Optional(ChangedCurrency),
  ...optionalFields,
})

export const ARCHIVES =
  'Archives the record: new projects can’t use it, and existing ones keep it. Idempotent.'

const offers = operationDocs({
  createPackage: {
    about: 'Products with a price.',
    examples: {
      whole: {
        name: 'Essential',
        description: '25 photos',
        priceAmount: 25_000,
        currency: 'USD',
        mediaTypes: ['PHOTO'],
        durationMinutes: 60,
        sizeTiers: [
          { upTo: 2_000, priceAmount: 25_000, durationMinutes: 60 },
          { upTo: 4_000, priceAmount: 32_500, durationMinutes: 90 },
        ],
        taxBasisPoints: 810,
      },
    },
    summary: 'Create a package',
    description:
      'Creates a package, the product of a booking. With `sizeTiers`, projects and quotes need a `propertySize`.',
  },
  listPackages: { summary: 'List packages', description: 'Lists packages, newest first.' },
  getPackage: { summary: 'Get a package', description: 'Returns one package.' },
  updatePackage: {
    examples: { price: { priceAmount: 27_500 } },
    summary: 'Change a package',
    description: 'Changes the given fields of a package.',
  },
  archivePackage: { summary: 'Archive a package', description: ARCHIVES },
  createAddOn: {
    about: 'Extras to a package.',
    examples: {
      whole: {
        name: 'Floor plan',
        description: 'In 2D',
        priceAmount: 7_500,
        currency: 'USD',
        mediaTypes: ['FLOORPLAN'],
        durationMinutes: 20,
        sizeTiers: null,
        taxBasisPoints: 0,
      },
    },
    summary: 'Create an add-on',
    description:
      'Creates an add-on, an extra to a package. With `sizeTiers`, projects and quotes need a `propertySize`.',
  },
  listAddOns: { summary: 'List add-ons', description: 'Lists add-ons, newest first.' },
  getAddOn: { summary: 'Get an add-on', description: 'Returns one add-on.' },
  updateAddOn: {
    examples: { price: { priceAmount: 8_000 } },
    summary: 'Change an add-on',
    description: 'Changes the given fields of an add-on.',
  },
  archiveAddOn: { summary: 'Archive an add-on', description: ARCHIVES },
})

const READ = allow('READ')
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(Offer)

/** Packages and add-ons have the same five routes. */
export const offerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(routesOfKind, { path: '/packages', kind: 'PACKAGE', name: 'Package' })
  await app.register(routesOfKind, { path: '/add-ons', kind: 'ADD_ON', name: 'AddOn' })
}

interface OfferOptions {
  path: string
  kind: OfferKind
  name: 'Package' | 'AddOn'
}

const routesOfKind: FastifyPluginAsyncTypebox<OfferOptions> = async (app, { path, kind, name }) => {
  const { get, post, patch, remove } = operationsOf(app)

  post(
    path,
    { ...WRITE, etag },
    { ...offers[`create${name}`], body: CreateOfferBody, response: { 201: Offer } },
    (tx, request) => createOffer(tx, orgOf(request), kind, request.body),
  )

  get(
    path,
    READ,
    { ...offers[`list${name}s`], querystring: CatalogueQuery, response: { 200: PageOf(Offer) } },
    (request) => listOffers(request.store.sql, orgOf(request), kind, request.query),
  )

  get(
    `${path}/:id`,
    { ...READ, etag },
    { ...offers[`get${name}`], response: { 200: Offer } },
    (request) => getOffer(request.store.sql, orgOf(request), kind, request.params.id),
  )

  patch(
    `${path}/:id`,
    { ...WRITE, etag },
    { ...offers[`update${name}`], body: UpdateOfferBody, response: { 200: Offer } },
    (tx, request) =>
      updateOffer(tx, orgOf(request), kind, request.params.id, request.body, ifMatchOf(request)),
  )

  remove(`${path}/:id`, { ...WRITE, etag }, offers[`archive${name}`], (tx, request) =>
    archiveOffer(tx, orgOf(request), kind, request.params.id, ifMatchOf(request)),
  )
}
