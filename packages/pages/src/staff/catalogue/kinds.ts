import {
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MEDIA_TYPES,
  type MediaType,
} from '@mediajobs/domain'
import type { Format } from '../../format.ts'
import { html, nothing } from '../../html.ts'
import { priceText } from '../booking/price.ts'
import { pageNotFound } from '../read-record.ts'
import type { RecordField } from '../records/form.ts'
import {
  amountField,
  currencyField,
  percentField,
  timeField,
  wholeField,
} from '../records/values.ts'
import type { Discount, Offer } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { COMMON, MEDIA_TYPE_NAMES } from '../texts.ts'
import { tierList, tiersField } from './tiers.ts'

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
  tax: 'Tax in percent',
  taxHint: (usual: string | null) =>
    `Leave empty for the rate in the settings${usual === null ? '' : `, ${usual}`}. 0 for no tax.`,
  code: 'Code',
  codeHint: 'Customers enter it when they book.',
  percent: 'Percent off',
  percentHint: 'Either a percentage or an amount with a currency.',
  amount: 'Amount off',
  startsAt: 'Begins',
  expiresAt: 'Ends',
  maxRedemptions: 'Maximum uses',
  maxHint: 'Leave empty for no limit.',
  uses: (used: number, most: number | null) =>
    most === null
      ? `Used ${used === 1 ? 'once' : `${used} times`}`
      : `Used ${used} of ${most} times`,
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

/** A part of the catalog: its name in page and API URLs, and its operations. */
export interface Kind {
  name: keyof (typeof TEXTS)['kinds']
  list: string
  create: string
  update: string
  /** The editable fields, in the organization's units and time zone. */
  fieldsIn: (staff: Staff) => readonly RecordField[]
}

const CURRENCY = currencyField({
  name: 'currency',
  label: TEXTS.currency,
  hint: TEXTS.currencyHint,
})

function offerFields({ organization, format }: Staff): RecordField[] {
  const { taxBasisPoints, sizeUnit } = organization
  const hint = TEXTS.taxHint(taxBasisPoints === null ? null : format.percent(taxBasisPoints))
  return [
    { name: 'name', label: TEXTS.name, isRequired: true, maxLength: MAX_NAME_LENGTH },
    amountField({ name: 'priceAmount', label: TEXTS.price, isRequired: true }),
    { ...CURRENCY, isRequired: true },
    percentField({ name: 'taxBasisPoints', label: TEXTS.tax, hint }),
    { name: 'description', label: TEXTS.description, rows: 4, maxLength: MAX_NOTES_LENGTH },
    {
      name: 'mediaTypes',
      label: TEXTS.mediaTypes,
      kind: 'checks',
      choices: MEDIA_TYPES.map((type) => [type, MEDIA_TYPE_NAMES[type]]),
      toValue: (text) => text.split(',') as MediaType[],
    },
    wholeField({ name: 'durationMinutes', label: TEXTS.duration }),
    tiersField(sizeUnit),
  ]
}

function discountFields({ format, organization }: Staff): RecordField[] {
  const timeZone = organization.timeZone ?? 'UTC'
  return [
    {
      name: 'code',
      label: TEXTS.code,
      hint: TEXTS.codeHint,
      isRequired: true,
      maxLength: MAX_LABEL_LENGTH,
    },
    percentField({ name: 'percentBasisPoints', label: TEXTS.percent, hint: TEXTS.percentHint }),
    amountField({ name: 'discountAmount', label: TEXTS.amount }),
    CURRENCY,
    timeField(
      { name: 'startsAt', label: TEXTS.startsAt, hint: COMMON.zone(format.zone()) },
      timeZone,
    ),
    timeField({ name: 'expiresAt', label: TEXTS.expiresAt }, timeZone),
    wholeField({ name: 'maxRedemptions', label: TEXTS.maxRedemptions, hint: TEXTS.maxHint }),
  ]
}

export const KINDS: readonly Kind[] = [
  {
    name: 'packages',
    list: 'listPackages',
    create: 'createPackage',
    update: 'updatePackage',
    fieldsIn: offerFields,
  },
  {
    name: 'add-ons',
    list: 'listAddOns',
    create: 'createAddOn',
    update: 'updateAddOn',
    fieldsIn: offerFields,
  },
  {
    name: 'discounts',
    list: 'listDiscounts',
    create: 'createDiscount',
    update: 'updateDiscount',
    fieldsIn: discountFields,
  },
]

/** A request for a part of the catalog; `at` is the kind's list. */
export interface CatalogueVisit extends StaffVisit {
  kind: Kind
  fields: readonly RecordField[]
  /** The list's API path. */
  url: string
  /** The catalog's URL. */
  catalogue: string
}

export function catalogueVisit(visit: StaffVisit): CatalogueVisit {
  const { params, staff, at: catalogue, id } = visit
  const kind = KINDS.find(({ name }) => name === params.kind)
  if (!kind) throw pageNotFound()
  const at = `${catalogue}/${kind.name}`
  const fields = kind.fieldsIn(staff)
  return { ...visit, kind, fields, url: `/${kind.name}`, catalogue, at, here: `${at}/${id}` }
}

// Describe a catalog record: name, value and other details.

export function isOffer(record: Offer | Discount): record is Offer {
  return 'priceAmount' in record
}

export function nameOf(record: Offer | Discount): string {
  return isOffer(record) ? record.name : record.code
}

export function worthOf(record: Offer | Discount, format: Format): string {
  const { money, percent } = format
  if (isOffer(record)) return priceText({ format }, record, null)
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

/** A record for people who can't change it. */
export function description(record: Offer | Discount, { format, organization }: Staff) {
  const tiers = isOffer(record) ? tierList(record, format, organization.sizeUnit) : nothing
  const more = isOffer(record) ? record.description : null
  return html`<p><b>${worthOf(record, format)}</b></p>
<p>${restOf(record, format)}</p>
${tiers}
${more ? html`<p class="lines" dir="auto">${more}</p>` : nothing}`
}
