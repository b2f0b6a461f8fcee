import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  MANAGING_ROLES,
  MAX_BASIS_POINTS,
  MAX_LABEL_LENGTH,
  MAX_REDEMPTIONS,
  MAX_UNIT_AMOUNT,
} from '@mediajobs/domain'
import {
  archiveDiscount,
  createDiscount,
  getDiscount,
  listDiscounts,
  updateDiscount,
} from '@mediajobs/operations/catalogue'
import { Type } from '@sinclair/typebox'
import { CatalogueQuery } from '../vocabulary/offers.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import {
  Amount,
  ChangedCurrency,
  Currency,
  Id,
  Instant,
  Named,
  Nullable,
  PageOf,
  SentInstant,
} from '../vocabulary/schemas.ts'
import { ARCHIVES } from './offers.ts'

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

const CreateDiscountBody = Named('CreateDiscountBody', {
  code,
  ...optionalOfDiscount,
  currency: Type.Optional(Nullable(Currency)),
})

const UpdateDiscountBody = Named('UpdateDiscountBody', {
  code: Type.Optional(code),
  ...optionalOfDiscount,
  currency: Type.Optional(Nullable(ChangedCurrency)),
})

const Discount = Named('Discount', {
  id: Id,
  organizationId: Id,
  code: Type.String(),
  percentBasisPoints: Nullable(PercentBasisPoints),
  discountAmount: Nullable(Amount),
  currency: Nullable(Type.String()),
  startsAt: Nullable(Instant),
  expiresAt: Nullable(Instant),
  maxRedemptions: Nullable(MaxRedemptions),
  redemptions: Type.Integer({ description: 'Projects using it' }),
  archivedAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})

const TAKEN = 'Another active discount has this code: `duplicate_code`'

const docs = operationDocs({
  createDiscount: {
    about: 'Discount codes.',
    examples: {
      share: {
        code: 'SUMMER',
        percentBasisPoints: 1_000,
        expiresAt: '2199-12-31T00:00:00Z',
        maxRedemptions: 100,
      },
      amount: { code: 'WELCOME', discountAmount: 2_500, currency: 'USD' },
    },
    summary: 'Create a discount',
    description:
      'Creates a discount: either `percentBasisPoints`, or a `discountAmount` in a `currency`.',
    problems: { 409: TAKEN },
  },
  listDiscounts: { summary: 'List discounts', description: 'Lists discounts, newest first.' },
  getDiscount: { summary: 'Get a discount', description: 'Returns one discount.' },
  updateDiscount: {
    examples: { more: { maxRedemptions: 200 } },
    summary: 'Change a discount',
    description: 'Changes the given fields of a discount.',
    problems: {
      409: `${TAKEN}; more projects use it than the new maximum: \`max_redemptions_too_low\``,
    },
  },
  archiveDiscount: { summary: 'Archive a discount', description: ARCHIVES },
})

const READ = allow('READ', MANAGING_ROLES)
const WRITE = allow('WRITE', MANAGING_ROLES)
const etag = contentTag(Discount)

export const discountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post, patch, remove } = operationsOf(app)

  post(
    '/discounts',
    { ...WRITE, etag },
    { ...docs.createDiscount, body: CreateDiscountBody, response: { 201: Discount } },
    (tx, request) => createDiscount(tx, orgOf(request), request.body),
  )

  get(
    '/discounts',
    READ,
    { ...docs.listDiscounts, querystring: CatalogueQuery, response: { 200: PageOf(Discount) } },
    (request) => listDiscounts(request.store.sql, orgOf(request), request.query),
  )

  get(
    '/discounts/:id',
    { ...READ, etag },
    { ...docs.getDiscount, response: { 200: Discount } },
    (request) => getDiscount(request.store.sql, orgOf(request), request.params.id),
  )

  patch(
    '/discounts/:id',
    { ...WRITE, etag },
    { ...docs.updateDiscount, body: UpdateDiscountBody, response: { 200: Discount } },
    (tx, request) =>
      updateDiscount(tx, orgOf(request), request.params.id, request.body, ifMatchOf(request)),
  )

  remove('/discounts/:id', { ...WRITE, etag }, docs.archiveDiscount, (tx, request) =>
    archiveDiscount(tx, orgOf(request), request.params.id, ifMatchOf(request)),
  )
}
