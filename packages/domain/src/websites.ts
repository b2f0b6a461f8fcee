import {
  MAX_EMAIL_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_LEAD_MESSAGE_LENGTH,
  MAX_LOGO_URL_LENGTH,
  MAX_LOT_SIZE,
  MAX_MEDIA_OF_PROJECT,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_PROPERTY_SIZE,
  MAX_ROOMS,
  MAX_TOUR_URL_LENGTH,
  MAX_UNIT_AMOUNT,
  MAX_WEBSITE_CONTACTS,
  MAX_WEBSITE_DESCRIPTION_LENGTH,
  MAX_WEBSITE_TOURS,
  MAX_YEAR_BUILT,
  MIN_YEAR_BUILT,
} from './bounds.ts'
import type { Fields } from './fields.ts'
import {
  boolean,
  EXAMPLE_ID,
  ID,
  INSTANT,
  integer,
  line,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  STRING,
  text,
  type ValueType,
} from './values.ts'

export const WEBSITE_STATUSES = ['DRAFT', 'LIVE', 'OFFLINE'] as const
export type WebsiteStatus = (typeof WEBSITE_STATUSES)[number]

/** Why a website went live: the client approved the delivery, or staff published it. */
export const PUBLISH_REASONS = ['APPROVED', 'STAFF'] as const
export type PublishReason = (typeof PUBLISH_REASONS)[number]

/** A website's two pages. */
export const WEBSITE_PAGES = ['BRANDED', 'UNBRANDED'] as const
export type WebsitePage = (typeof WEBSITE_PAGES)[number]

export const TOUR_KINDS = [
  'MATTERPORT',
  'IGUIDE',
  'ZILLOW_3D',
  'KUULA',
  'VIMEO',
  'YOUTUBE',
  'OTHER',
] as const
export type TourKind = (typeof TOUR_KINDS)[number]

/** The hosts of each kind of tour, the only ones whose pages a website frames. OTHER is a link. */
export const TOUR_HOSTS: Readonly<Record<TourKind, readonly string[] | null>> = {
  MATTERPORT: ['my.matterport.com', 'matterport.com', 'www.matterport.com'],
  IGUIDE: ['youriguide.com', 'www.youriguide.com', 'unbranded.youriguide.com'],
  ZILLOW_3D: ['www.zillow.com', 'zillow.com'],
  KUULA: ['kuula.co', 'www.kuula.co'],
  VIMEO: ['player.vimeo.com', 'vimeo.com', 'www.vimeo.com'],
  YOUTUBE: [
    'www.youtube-nocookie.com',
    'www.youtube.com',
    'youtube.com',
    'm.youtube.com',
    'youtu.be',
  ],
  OTHER: null,
}

/** Kinds that name their owner or can't be framed: never on the unbranded page. */
export const BRANDED_TOURS: readonly TourKind[] = ['YOUTUBE', 'OTHER']

export interface WebsiteFacts {
  readonly bedrooms: number | null
  readonly bathrooms: number | null
  readonly propertySize: number | null
  readonly lotSize: number | null
  readonly yearBuilt: number | null
  readonly priceAmount: number | null
  readonly currency: string | null
  readonly mlsNumber: string | null
}

export interface WebsiteContact {
  readonly name: string
  readonly title: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly licence: string | null
  readonly photoUrl: string | null
}

export interface WebsiteTour {
  readonly kind: TourKind
  readonly url: string
  readonly unbrandedUrl: string | null
}

/** An https URL. Callers may send at most `maxLength` characters. */
function httpsUrl(maxLength: number, description: string): ValueType<string> {
  return {
    sent: { format: 'https-url', maxLength, type: 'string', description },
    returned: { type: 'string' },
    isCounted: true,
  }
}

/** An object whose members are optional, except `required`. */
function partly<Value>(
  members: Readonly<Record<string, ValueType<unknown>>>,
  { required, ...titles }: { title: string; sentTitle: string; required: readonly string[] },
): ValueType<Value> {
  const whole = object(members, titles)
  return { ...whole, sent: { ...whole.sent, required } } as ValueType<Value>
}

/** Null by default. */
function optional<Value>({ sent, ...type }: ValueType<Value>): ValueType<Value | null> {
  return orNull({ ...type, sent: { ...sent, default: null } })
}

const SIZE = { minimum: 1, description: "In the organization's sizeUnit" }
const CURRENCY: ValueType<string> = {
  sent: { format: 'currency', description: 'ISO 4217. Required with priceAmount', type: 'string' },
  returned: { type: 'string' },
}
const EMAIL = text(MAX_EMAIL_LENGTH, { format: 'email' })

const FACTS = partly<WebsiteFacts>(
  {
    bedrooms: optional(integer({ minimum: 0, maximum: MAX_ROOMS })),
    bathrooms: optional(number({ minimum: 0, maximum: MAX_ROOMS })),
    propertySize: optional(integer({ ...SIZE, maximum: MAX_PROPERTY_SIZE })),
    lotSize: optional(integer({ ...SIZE, maximum: MAX_LOT_SIZE })),
    yearBuilt: optional(integer({ minimum: MIN_YEAR_BUILT, maximum: MAX_YEAR_BUILT })),
    priceAmount: optional(
      integer({
        minimum: 0,
        maximum: MAX_UNIT_AMOUNT,
        description: "In the currency's minor unit",
      }),
    ),
    currency: optional(CURRENCY),
    mlsNumber: optional(line(MAX_LABEL_LENGTH)),
  },
  { title: 'WebsiteFacts', sentTitle: 'NewWebsiteFacts', required: [] },
)

const CONTACT = partly<WebsiteContact>(
  {
    name: line(MAX_NAME_LENGTH),
    title: optional(line(MAX_NAME_LENGTH)),
    phone: optional(line(MAX_PHONE_LENGTH)),
    email: optional(EMAIL),
    licence: optional(line(MAX_LABEL_LENGTH)),
    photoUrl: optional(
      httpsUrl(MAX_LOGO_URL_LENGTH, 'Loaded from this host by visitors of the branded page'),
    ),
  },
  { title: 'WebsiteContact', sentTitle: 'NewWebsiteContact', required: ['name'] },
)

const TOUR = partly<WebsiteTour>(
  {
    kind: oneOf(TOUR_KINDS, 'TourKind'),
    url: httpsUrl(MAX_TOUR_URL_LENGTH, 'On a host of its kind; OTHER: on any host, as a link'),
    unbrandedUrl: optional(
      httpsUrl(
        MAX_TOUR_URL_LENGTH,
        'On a host of its kind. Without one, the unbranded page leaves the tour out. null for YOUTUBE and OTHER',
      ),
    ),
  },
  { title: 'WebsiteTour', sentTitle: 'NewWebsiteTour', required: ['kind', 'url'] },
)

/** In the order of responses. */
export const WEBSITE_FIELDS = {
  organizationId: { type: ID, set: 'service' },
  projectId: { type: ID, set: 'service' },
  status: { type: oneOf(WEBSITE_STATUSES, 'WebsiteStatus'), set: 'service' },
  headline: { type: line(MAX_NAME_LENGTH), set: 'clearable', example: 'Light on three sides' },
  description: {
    type: text(MAX_WEBSITE_DESCRIPTION_LENGTH),
    set: 'clearable',
    example: 'A corner house with a garden, five minutes from the lake.',
  },
  facts: {
    type: FACTS,
    set: 'optional',
    example: {
      bedrooms: 4,
      bathrooms: 2.5,
      propertySize: 1_850,
      lotSize: 6_400,
      yearBuilt: 1998,
      priceAmount: 89_500_000,
      currency: 'USD',
      mlsNumber: '11223344',
    },
  },
  contacts: {
    type: listOf(CONTACT, { maxItems: MAX_WEBSITE_CONTACTS }),
    set: 'optional',
    example: [{ name: 'Jane Keys', title: 'Listing agent', email: 'jane@example.com' }],
  },
  mediaIds: {
    type: listOf(ID, {
      maxItems: MAX_MEDIA_OF_PROJECT,
      uniqueItems: true,
      description:
        'Photos, videos and floor plans, in the order shown. Only those in the newest delivery are shown, each in its newest version there. null: all of the newest delivery',
    }),
    set: 'clearable',
    example: [EXAMPLE_ID],
  },
  tours: {
    type: listOf(TOUR, { maxItems: MAX_WEBSITE_TOURS }),
    set: 'optional',
    example: [
      {
        kind: 'MATTERPORT',
        url: 'https://my.matterport.com/show/?m=SxQL3iGyoDo',
        unbrandedUrl: 'https://my.matterport.com/show/?m=SxQL3iGyoDo&brand=0',
      },
    ],
  },
  leadForm: {
    type: boolean({ description: 'Whether visitors can write to the contacts' }),
    set: 'optional',
    example: true,
  },
  expiresAt: { type: INSTANT, set: 'clearable', example: '2199-12-31T23:00:00Z' },
  publicId: { type: STRING, set: 'service' },
  tourPublicId: { type: STRING, set: 'service' },
  publishedAt: { type: orNull(INSTANT), set: 'service' },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields

/** A message from a website visitor. In the order of responses. */
export const LEAD_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  projectId: { type: ID, set: 'service' },
  name: { type: line(MAX_NAME_LENGTH), set: 'required', example: 'Sam Doe' },
  email: { type: EMAIL, set: 'clearable', example: 'sam@example.com' },
  phone: { type: line(MAX_PHONE_LENGTH), set: 'clearable', example: '+1 217 555 0123' },
  message: {
    type: text(MAX_LEAD_MESSAGE_LENGTH),
    set: 'clearable',
    example: 'Can we see the house on Saturday?',
  },
  createdAt: { type: INSTANT, set: 'service' },
} satisfies Fields

/** Why a tour's URL isn't one of its `kind`; `null` if it is. */
export function tourUrlProblem(kind: TourKind, url: string): string | null {
  const hosts = TOUR_HOSTS[kind]
  if (hosts === null) return null
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'https:' && parsed.port === '' && hosts.includes(parsed.hostname)) {
    return null
  }
  return `must be on ${hosts.join(', ')}`
}
