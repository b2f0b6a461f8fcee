import {
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MEDIA_TYPES,
  type MediaType,
} from '@mediajobs/domain'
import type { Format } from '../../format.ts'
import { html, nothing } from '../../html.ts'
import { organizationAddress, type Query } from '../own-address.ts'
import { nothingHere } from '../read-record.ts'
import type { RecordField } from '../records/form.ts'
import { amountField, percentField, timeField, wholeField } from '../records/values.ts'
import type { Discount, Offer } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import { MEDIA_TYPE_NAMES } from '../texts.ts'

export const TEXTS = {
  kinds: { packages: 'Packages', 'add-ons': 'Add-ons', discounts: 'Discounts' },
  add: {
    packages: 'Add a package',
    'add-ons': 'Add an add-on',
    discounts: 'Add a discount',
  },
  back: {
    packages: 'Back to packages',
    'add-ons': 'Back to add-ons',
    discounts: 'Back to discounts',
  },
  parts: 'Catalog sections',
  archived: 'Show archived',
  current: 'Show active',
  none: 'Nothing here yet',
  noneArchived: 'Nothing archived',
  name: 'Name',
  price: 'Price',
  currency: 'Currency',
  currencyHint: 'A code like USD, EUR or CHF.',
  description: 'Description',
  mediaTypes: 'Deliverables',
  duration: 'Shoot length in minutes',
  code: 'Code',
  codeHint: 'Customers enter it when they book.',
  percent: 'Percent off',
  percentHint: 'Either a percentage or an amount with a currency.',
  amount: 'Amount off',
  startsAt: 'Begins',
  expiresAt: 'Ends',
  zone: (zone: string) => `Time zone: ${zone}`,
  maxRedemptions: 'Maximum uses',
  maxHint: 'Leave empty for no limit.',
  uses: (used: number, most: number | null) =>
    most === null ? `Used ${used} times` : `Used ${used} of ${most} times`,
  until: (day: string) => `until ${day}`,
  from: (day: string) => `from ${day}`,
  save: 'Save',
  archive: 'Archive',
  archiveSure: "It can't be booked again. Existing jobs keep it. This can't be undone.",
  archivedAt: 'Archived',
  done: {
    created: 'Added.',
    saved: 'Saved.',
    archived: 'Archived.',
  },
} as const

/** A part of the catalogue: its name in addresses of pages and of the API, and its operations. */
export interface Kind {
  name: keyof (typeof TEXTS)['kinds']
  list: string
  create: string
  update: string
  /** The fields that a person writes, with times on the clock of a time zone. */
  fieldsIn: (timeZone: string) => readonly RecordField[]
}

/** Rows of the field for the description, and characters of a code of ISO 4217. */
const [ROWS, CODE_LENGTH] = [4, 3]

function currencyField(isRequired: boolean): RecordField {
  return {
    name: 'currency',
    label: TEXTS.currency,
    hint: TEXTS.currencyHint,
    isRequired,
    control: { kind: 'line', maxLength: CODE_LENGTH },
    toValue: (text) => text.toUpperCase(),
  }
}

const OFFER_FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    label: TEXTS.name,
    isRequired: true,
    control: { kind: 'line', maxLength: MAX_NAME_LENGTH },
  },
  amountField({ name: 'priceAmount', label: TEXTS.price, isRequired: true }),
  currencyField(true),
  {
    name: 'description',
    label: TEXTS.description,
    control: { kind: 'lines', maxLength: MAX_NOTES_LENGTH, rows: ROWS },
  },
  {
    name: 'mediaTypes',
    label: TEXTS.mediaTypes,
    control: {
      kind: 'checks',
      choices: MEDIA_TYPES.map((type) => [type, MEDIA_TYPE_NAMES[type]]),
    },
    toValue: (text) => text.split(',') as MediaType[],
  },
  wholeField({ name: 'durationMinutes', label: TEXTS.duration }),
]

function discountFields(timeZone: string): RecordField[] {
  const hint = TEXTS.zone(timeZone)
  return [
    {
      name: 'code',
      label: TEXTS.code,
      hint: TEXTS.codeHint,
      isRequired: true,
      control: { kind: 'line', maxLength: MAX_LABEL_LENGTH },
    },
    percentField({ name: 'percentBasisPoints', label: TEXTS.percent, hint: TEXTS.percentHint }),
    amountField({ name: 'discountAmount', label: TEXTS.amount }),
    currencyField(false),
    timeField({ name: 'startsAt', label: TEXTS.startsAt, hint }, timeZone),
    timeField({ name: 'expiresAt', label: TEXTS.expiresAt, hint }, timeZone),
    wholeField({ name: 'maxRedemptions', label: TEXTS.maxRedemptions, hint: TEXTS.maxHint }),
  ]
}

export const KINDS: readonly Kind[] = [
  {
    name: 'packages',
    list: 'listPackages',
    create: 'createPackage',
    update: 'updatePackage',
    fieldsIn: () => OFFER_FIELDS,
  },
  {
    name: 'add-ons',
    list: 'listAddOns',
    create: 'createAddOn',
    update: 'updateAddOn',
    fieldsIn: () => OFFER_FIELDS,
  },
  {
    name: 'discounts',
    list: 'listDiscounts',
    create: 'createDiscount',
    update: 'updateDiscount',
    fieldsIn: discountFields,
  },
]

export interface CatalogueRoute {
  Params: { kind: string; id: string }
  Querystring: Query
}

/** A request for a part of the catalogue. */
export interface CatalogueVisit extends StaffVisit<CatalogueRoute> {
  kind: Kind
  fields: ReturnType<Kind['fieldsIn']>
  /** The list, and the record of the address, as paths of the API. */
  listUrl: string
  url: string
  /** The addresses of the catalogue, of the list and of the record. */
  catalogue: string
  list: string
  here: string
}

export function catalogueVisit(visit: StaffVisit<CatalogueRoute>): CatalogueVisit {
  const { request, staff } = visit
  const kind = KINDS.find(({ name }) => name === request.params.kind)
  if (!kind) throw nothingHere()
  const id = encodeURIComponent(request.params.id ?? '')
  const catalogue = `${organizationAddress(request, staff.organization)}/catalogue`
  const [listUrl, list] = [`/${kind.name}`, `${catalogue}/${kind.name}`]
  const fields = kind.fieldsIn(staff.organization.timeZone ?? 'UTC')
  return {
    ...visit,
    kind,
    fields,
    listUrl,
    url: `${listUrl}/${id}`,
    catalogue,
    list,
    here: `${list}/${id}`,
  }
}

// Describes a record of the catalog: its name, its value, and the rest.

export function isOffer(record: Offer | Discount): record is Offer {
  return 'priceAmount' in record
}

export function nameOf(record: Offer | Discount): string {
  return isOffer(record) ? record.name : record.code
}

export function worthOf(record: Offer | Discount, { money, percent }: Format): string {
  if (isOffer(record)) return money(record.priceAmount, record.currency)
  const { percentBasisPoints, discountAmount, currency } = record
  if (percentBasisPoints !== null) return percent(percentBasisPoints)
  return discountAmount === null || currency === null ? '' : money(discountAmount, currency)
}

export function restOf(record: Offer | Discount, format: Format): string {
  const parts = isOffer(record) ? partsOfOffer(record, format) : partsOfDiscount(record, format)
  return parts.filter(Boolean).join(' · ')
}

function partsOfOffer({ durationMinutes, mediaTypes }: Offer, { minutes }: Format) {
  const types = (mediaTypes ?? []).map((type) => MEDIA_TYPE_NAMES[type]).join(', ')
  return [durationMinutes === null ? '' : minutes(durationMinutes), types]
}

function partsOfDiscount(discount: Discount, { dayAndTime }: Format) {
  const { redemptions, maxRedemptions, startsAt, expiresAt } = discount
  return [
    TEXTS.uses(redemptions, maxRedemptions),
    startsAt === null ? '' : TEXTS.from(dayAndTime(startsAt)),
    expiresAt === null ? '' : TEXTS.until(dayAndTime(expiresAt)),
  ]
}

/** What a person reads who may not change it. */
export function facts(record: Offer | Discount, format: Format) {
  const description = isOffer(record) ? record.description : null
  return html`<p><b>${worthOf(record, format)}</b></p>
<p>${restOf(record, format)}</p>
${description ? html`<p class="lines" dir="auto">${description}</p>` : nothing}`
}
