import {
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MEDIA_TYPES,
  type MediaType,
} from '@mediajobs/domain'
import type { RecordField } from '../records/field.ts'
import { amountField, percentField, timeField, wholeField } from '../records/values.ts'
import { MEDIA_TYPE_NAMES } from '../texts.ts'
import { TEXTS } from './texts.ts'

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
