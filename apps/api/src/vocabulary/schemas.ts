import {
  ALTERATION_KINDS,
  BULK_IMPORT_KINDS,
  BULK_IMPORT_ROW_STATUSES,
  BULK_IMPORT_STATUSES,
  CLIENT_DELIVERY_STATES,
  DELIVERY_DECIDERS,
  EVENT_NAMES,
  INVOICE_STATUSES,
  LANGUAGES,
  LISTED_MAIL_KINDS,
  MAIL_STATUSES,
  MAX_CURSOR_LENGTH,
  MAX_FILE_BYTES,
  MAX_OVERLAP_SECONDS,
  MAX_PAGE_BYTES,
  MAX_PAGE_RECORDS,
  MAX_REPEATED_VALUES,
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_WORDS,
  MEDIA_TYPES,
  MIN_SEARCH_WORD_LENGTH,
  ORDER_STATUSES,
  PREVIEW_STATES,
  PROJECT_STATUSES,
  REVISION_ITEM_STATUSES,
  ROLES,
  SCOPES,
  SIZE_UNITS,
  TEST_EVENT,
  WEBHOOK_DELIVERY_STATUSES,
} from '@mediajobs/domain'
import { DAY, ID, INSTANT, type JsonSchema, line, nullable, oneOf } from '@mediajobs/domain/values'
import { PROJECT_SORTS, UNASSIGNED_WORK } from '@mediajobs/operations/projects'
import {
  type ObjectOptions,
  type TProperties,
  type TSchema,
  type TString,
  Type,
} from '@sinclair/typebox'

/** An object. `name` is its type in the OpenAPI document and in generated clients. */
export function Named<Fields extends TProperties>(
  name: string,
  fields: Fields,
  options: ObjectOptions = {},
) {
  return Type.Object(fields, { ...options, title: name })
}

// `Sent…` schemas are for requests: see the types in packages/domain.
export const Id = Type.Unsafe<string>(ID.returned)
export const SentId = Type.Unsafe<string>(ID.sent)
export const Instant = Type.Unsafe<string>(INSTANT.returned)
export const SentInstant = Type.Unsafe<string>(INSTANT.sent)
export const Day = Type.Unsafe<string>(DAY.sent)

/** Enforced by the operation. */
export const FutureInstant = Described(SentInstant, `In the future. ${SentInstant.description}`)

/** `schema` with another description. */
export function Described<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Unsafe<Schema['static']>({ ...schema, description })
}

const CURRENT = 'ISO 4217, list one (current currencies)'

/** For creating a record. */
export const Currency = Type.String({ format: 'currency', description: CURRENT })

/** For changing a record. */
export const ChangedCurrency = Type.String({
  format: 'kept-currency',
  description: `${CURRENT}, or the currency of the record`,
})

/** In a response: a sum may exceed MAX_UNIT_AMOUNT. */
export const Amount = Type.Integer({ minimum: 0, description: "In the currency's minor unit" })

export const Size = Type.Integer({ minimum: 1, maximum: MAX_FILE_BYTES, description: 'Bytes' })

const DEFAULT_OVERLAP_SECONDS = 86_400

/** How long a replaced secret or key still works. Default: a day. */
export const OverlapSeconds = Type.Integer({
  minimum: 0,
  maximum: MAX_OVERLAP_SECONDS,
  default: DEFAULT_OVERLAP_SECONDS,
})

// RFC 9110, section 15: three digits.
const FIRST_HTTP_STATUS = 100
const LAST_HTTP_STATUS = 999

export const HttpStatus = Type.Integer({ minimum: FIRST_HTTP_STATUS, maximum: LAST_HTTP_STATUS })

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Schema['static'] | null>(nullable(schema as JsonSchema))
}

/** Distinct values of an enumeration. */
export function SomeOf<Item extends TSchema>(item: Item, options: { minItems?: number } = {}) {
  return Type.Array(item, { ...options, maxItems: item.enum.length, uniqueItems: true })
}

/** One of `values`. `title` is its name in the OpenAPI document. */
export function OneOf<const Values extends readonly string[]>(values: Values, title: string) {
  return Type.Unsafe<Values[number]>(oneOf(values, title).sent)
}

/** Text of at most `maxLength` characters, not blank. */
export function Text(maxLength: number): TString {
  return Type.String({ format: 'not-blank', maxLength })
}

/** A name: one line of 1 to `maxLength` characters. docs/contract.md#c1-names-line */
export function Line(maxLength: number) {
  return Type.Unsafe<string>(line(maxLength).sent)
}

/** A map of texts of at most `maxLength` characters. */
export function TextMap({ maxLength, ...options }: TextMapOptions) {
  const additionalProperties = maxLength === undefined ? Type.String() : Type.String({ maxLength })
  return Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties, ...options })
}

interface TextMapOptions {
  maxProperties?: number
  maxLength?: number
  description?: string
}

export function Repeatable<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Array(schema, { maxItems: MAX_REPEATED_VALUES, description })
}

/** A list filter by the id of another record. */
export function IdFilter(description: string) {
  return Type.Optional(Described(SentId, description))
}

/** Search words. `match` says where each must match. */
export function SearchWords(match: string): TString {
  const description = `At most ${MAX_SEARCH_WORDS} words of at least ${MIN_SEARCH_WORD_LENGTH} characters: ${match}, case-insensitive`
  return Type.String({
    minLength: 1,
    maxLength: MAX_SEARCH_LENGTH,
    format: 'storable',
    description,
  })
}

/** The clients' view of an organization. */
export const organizationFields = {
  name: Type.String(),
  logoUrl: Nullable(Type.String()),
  colour: Nullable(Type.String()),
  timeZone: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  deliveryTerms: Nullable(Type.String()),
  deliveryNote: Nullable(Type.String()),
  contactEmail: Nullable(Type.String()),
  contactPhone: Nullable(Type.String()),
}

const { deliveryTerms, deliveryNote, ...shown } = organizationFields
/** The clients' view of an organization outside deliveries: without their terms and note. */
export const studioFields = shown

export const IdParams = Type.Object({
  id: Described(SentId, 'The id of the record'),
})

/** The query parameters of every paged list. */
export const PageQuery = {
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_PAGE_RECORDS,
    default: 20,
    description: `Records per page. A page of large records may have fewer: it ends at ${MAX_PAGE_BYTES} bytes`,
  }),
  cursor: Type.Optional(
    Type.String({
      maxLength: MAX_CURSOR_LENGTH,
      format: 'cursor',
      description: '`nextCursor` of the previous page, with the same filters and sort',
    }),
  ),
}

/** A page of `item`, which must have a title. */
export function PageOf<Schema extends TSchema>(item: Schema) {
  return Type.Object(
    {
      data: Type.Array(item),
      nextCursor: Nullable(
        Type.String({
          description: 'null only on the last page. Any page may have fewer than `limit` records',
        }),
      ),
    },
    { title: `${item.title}Page` },
  )
}

/** Query and response of a list without filters. */
export function listOf<Schema extends TSchema>(item: Schema) {
  return { querystring: Type.Object(PageQuery), response: { 200: PageOf(item) } }
}

/** A batch's records, in the order of the request. `item` must have a title. */
export function BatchOf<Schema extends TSchema>(item: Schema) {
  return Type.Object({ data: Type.Array(item) }, { title: `${item.title}Batch` })
}

/** For operations without input. Fields are reported as ignored. */
export const EmptyBody = Named('EmptyBody', {})

export const Role = OneOf(ROLES, 'Role')
export const Scope = OneOf(SCOPES, 'Scope')

export const ProjectStatus = OneOf(PROJECT_STATUSES, 'ProjectStatus')
export const ProjectSort = OneOf(PROJECT_SORTS, 'ProjectSort')
export const UnassignedWork = OneOf(UNASSIGNED_WORK, 'UnassignedWork')

export const Language = OneOf(LANGUAGES, 'Language')
export const SizeUnit = Described(
  OneOf(SIZE_UNITS, 'SizeUnit'),
  'Unit of `propertySize` and `sizeTiers`. Changing it converts nothing',
)
export const MediaType = OneOf(MEDIA_TYPES, 'MediaType')
export const PreviewState = OneOf(PREVIEW_STATES, 'PreviewState')
export const AlterationKind = OneOf(ALTERATION_KINDS, 'AlterationKind')
export const RevisionItemStatus = OneOf(REVISION_ITEM_STATUSES, 'RevisionItemStatus')
export const ArchiveState = OneOf(['READY', 'PREPARING', 'NONE'], 'ArchiveState')
export const ClientDeliveryState = OneOf(CLIENT_DELIVERY_STATES, 'ClientDeliveryState')
export const DeliveryDecider = OneOf(DELIVERY_DECIDERS, 'DeliveryDecider')
export const MailKind = OneOf(LISTED_MAIL_KINDS, 'MailKind')
export const MailStatus = OneOf(MAIL_STATUSES, 'MailStatus')
export const OrderStatus = OneOf(ORDER_STATUSES, 'OrderStatus')
export const InvoiceStatus = OneOf(INVOICE_STATUSES, 'InvoiceStatus')

export const EventName = OneOf(EVENT_NAMES, 'EventName')
export const WebhookEventName = OneOf([...EVENT_NAMES, TEST_EVENT], 'WebhookEventName')
export const WebhookDeliveryStatus = OneOf(WEBHOOK_DELIVERY_STATUSES, 'WebhookDeliveryStatus')

export const BulkImportKind = OneOf(BULK_IMPORT_KINDS, 'BulkImportKind')
export const BulkImportStatus = OneOf(BULK_IMPORT_STATUSES, 'BulkImportStatus')
export const BulkImportRowStatus = OneOf(BULK_IMPORT_ROW_STATUSES, 'BulkImportRowStatus')
