import {
  ALTERATION_KINDS,
  BULK_IMPORT_KINDS,
  BULK_IMPORT_ROW_STATUSES,
  BULK_IMPORT_STATUSES,
  CLIENT_DELIVERY_STATES,
  EVENT_NAMES,
  INVOICE_STATUSES,
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
  PREVIEW_STATES,
  PROJECT_STATUSES,
  REVISION_ITEM_STATUSES,
  ROLES,
  SCOPES,
  TEST_EVENT,
  WEBHOOK_DELIVERY_STATUSES,
} from '@mediajobs/domain'
import { PROJECT_SORTS, UNASSIGNED_WORK } from '@mediajobs/operations/projects'
import { type TSchema, type TString, Type } from '@sinclair/typebox'

// The vocabulary that the schemas of all modules share.

/** An id in a response: a UUID in lower case. */
export const Id = Type.String({ format: 'uuid' })

/** An id in a request: any text. A malformed id is handled as an unknown id. */
export const SentId = Type.Unsafe<string>({ type: 'string', entityId: true })

/** A point in time in a response: UTC with milliseconds. */
export const Instant = Type.String({
  format: 'date-time',
  description: 'UTC with milliseconds',
})

/** A point in time in a request: RFC 3339 with an offset. */
export const SentInstant = Type.String({
  format: 'instant',
  description: 'RFC 3339 with an offset of up to 14:00, or Z; years 1970 to 2200 in UTC',
})

/** A point in time in a request that must be in the future: the operation compares it with its clock. */
export const FutureInstant = Type.String({
  ...SentInstant,
  description: `In the future. ${SentInstant.description}`,
})

/** A calendar day without a time zone. */
export const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD' })

const CURRENT = 'A code of ISO 4217, list one (current currencies)'

/** The currency in a request that creates a record. */
export const Currency = Type.String({ format: 'currency', description: CURRENT })

/** The currency in a request that changes a record. */
export const ChangedCurrency = Type.String({
  format: 'kept-currency',
  description: `${CURRENT}, or the one that the record has`,
})

/** An amount of money in a response. A sum may be above {@link MAX_UNIT_AMOUNT}. */
export const Amount = Type.Integer({ minimum: 0, description: "In the currency's minor unit" })

/** The size of a file. */
export const Size = Type.Integer({ minimum: 1, maximum: MAX_FILE_BYTES, description: 'Bytes' })

const DEFAULT_OVERLAP_SECONDS = 86_400

/** How long a secret or a key works after it was replaced. Default: a day. */
export const OverlapSeconds = Type.Integer({
  minimum: 0,
  maximum: MAX_OVERLAP_SECONDS,
  default: DEFAULT_OVERLAP_SECONDS,
})

// RFC 9110, section 15: three digits.
const FIRST_HTTP_STATUS = 100
const LAST_HTTP_STATUS = 999

export const HttpStatus = Type.Integer({ minimum: FIRST_HTTP_STATUS, maximum: LAST_HTTP_STATUS })

/**
 * `schema` or null, as one type. A union would give one message for each of its alternatives.
 */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = schema
  return Type.Unsafe<Schema['static'] | null>({
    ...rest,
    ...(type !== undefined && { type: [type, 'null'] }),
    ...(values !== undefined && { enum: [...values, null] }),
  })
}

/** A list of different values of an enumeration. */
export function SomeOf<Item extends TSchema>(item: Item, options: { minItems?: number } = {}) {
  return Type.Array(item, { ...options, maxItems: item.enum.length, uniqueItems: true })
}

/** One of `values`. `title` is its name in the document. A wrong value gives one message that lists them. */
export function OneOf<const Values extends readonly string[]>(values: Values, title: string) {
  return Type.Unsafe<Values[number]>({ title, type: 'string', enum: [...values] })
}

/** Text of 1 to `maxLength` characters that PostgreSQL can store. */
export function Text(maxLength: number): TString {
  return Type.String({ minLength: 1, maxLength })
}

/** A name: text of 1 to `maxLength` characters in one line. docs/contract.md#c1-names-line */
export function Line(maxLength: number): TString {
  return Type.String({ minLength: 1, maxLength, format: 'one-line' })
}

/** An object with any keys. Its values are texts, of at most `maxLength` characters. */
export function TextMap({ maxLength, ...options }: TextMapOptions) {
  const additionalProperties = maxLength === undefined ? Type.String() : Type.String({ maxLength })
  return Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties, ...options })
}

interface TextMapOptions {
  maxProperties?: number
  maxLength?: number
  description?: string
}

/** A parameter that may be given once or several times. */
export function Repeatable<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Array(schema, { maxItems: MAX_REPEATED_VALUES, description })
}

/** Words to search for. `match` states where each must be found. */
export function SearchWords(match: string): TString {
  const description = `At most ${MAX_SEARCH_WORDS} words of at least ${MIN_SEARCH_WORD_LENGTH} characters: ${match}, without regard to case`
  return Type.String({
    minLength: 1,
    maxLength: MAX_SEARCH_LENGTH,
    format: 'storable',
    description,
  })
}

/** What clients see of an organization, as responses have it. */
export const organizationFields = {
  name: Type.String(),
  logoUrl: Nullable(Type.String()),
  colour: Nullable(Type.String()),
  timeZone: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  deliveryTerms: Nullable(Type.String()),
}

export const TokenParams = Type.Object({
  token: Type.String({ description: 'The token of the delivery, a secret of its client' }),
})

export const IdParams = Type.Object({
  id: Type.Unsafe<string>({ ...SentId, description: 'The id of the record' }),
})

/** The query parameters of every paged list. */
export const PageQuery = {
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_PAGE_RECORDS,
    default: 20,
    description: `The most records of a page. A page of large records may have fewer: it ends at ${MAX_PAGE_BYTES} bytes`,
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
          description: 'null only on the last page. Any page may have fewer records than `limit`',
        }),
      ),
    },
    { title: `${item.title}Page` },
  )
}

/** The records of a batch, in the order of the request. `item` must have a title. */
export function BatchOf<Schema extends TSchema>(item: Schema) {
  return Type.Object({ data: Type.Array(item) }, { title: `${item.title}Batch` })
}

/** The body of an operation without input. Fields that are sent anyway are reported as ignored. */
export const EmptyBody = Type.Object({}, { title: 'EmptyBody' })

// The title is the name of the type in generated clients.

export const Role = OneOf(ROLES, 'Role')
export const Scope = OneOf(SCOPES, 'Scope')

export const ProjectStatus = OneOf(PROJECT_STATUSES, 'ProjectStatus')
export const ProjectSort = OneOf(PROJECT_SORTS, 'ProjectSort')
/** The work of a project for which a person is missing. */
export const UnassignedWork = OneOf(UNASSIGNED_WORK, 'UnassignedWork')

export const MediaType = OneOf(MEDIA_TYPES, 'MediaType')
export const PreviewState = OneOf(PREVIEW_STATES, 'PreviewState')
export const AlterationKind = OneOf(ALTERATION_KINDS, 'AlterationKind')
export const RevisionItemStatus = OneOf(REVISION_ITEM_STATUSES, 'RevisionItemStatus')
/** Whether a client can download all of a delivery now. */
export const ArchiveState = OneOf(['READY', 'PREPARING', 'NONE'], 'ArchiveState')
export const ClientDeliveryState = OneOf(CLIENT_DELIVERY_STATES, 'ClientDeliveryState')
export const MailKind = OneOf(LISTED_MAIL_KINDS, 'MailKind')
export const MailStatus = OneOf(MAIL_STATUSES, 'MailStatus')
export const InvoiceStatus = OneOf(INVOICE_STATUSES, 'InvoiceStatus')

/** The events that a subscription can list. */
export const EventName = OneOf(EVENT_NAMES, 'EventName')
/** The events that a receiver can get: also the test event. */
export const WebhookEventName = OneOf([...EVENT_NAMES, TEST_EVENT], 'WebhookEventName')
export const WebhookDeliveryStatus = OneOf(WEBHOOK_DELIVERY_STATUSES, 'WebhookDeliveryStatus')

export const BulkImportKind = OneOf(BULK_IMPORT_KINDS, 'BulkImportKind')
export const BulkImportStatus = OneOf(BULK_IMPORT_STATUSES, 'BulkImportStatus')
export const BulkImportRowStatus = OneOf(BULK_IMPORT_ROW_STATUSES, 'BulkImportRowStatus')
