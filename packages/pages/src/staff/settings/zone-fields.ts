import type { Schemas } from '@mediajobs/client'
import { MAX_NAME_LENGTH } from '@mediajobs/domain'
import { BadText, changedBelow, TEXTS as FORM, type RecordField } from '../records/form.ts'
import { amountField, currencyField, idsField } from '../records/values.ts'
import type { Person } from '../records.ts'

export type Zone = Schemas['TravelZone']

export const TEXTS = {
  title: 'Travel zones',
  lead: "The first zone that contains a job's address adds its fee to quotes and invoices. Only its technicians are suggested; you can still assign anyone.",
  back: 'Back to settings',
  backToZones: 'Back to travel zones',
  none: 'No travel zones yet. Travel is free, and everyone goes everywhere.',
  add: 'Add a zone',
  change: (name: string) => `Change ${name}`,
  name: 'Name',
  nameHint: 'Clients see it on quotes and invoices, like “Travel to the mountains”.',
  postalCodes: 'Postal codes',
  postalCodesHint:
    'Prefixes, separated by commas: 911, 912. Or leave this empty and fill in the three fields below.',
  lat: 'Latitude of the center',
  lng: 'Longitude of the center',
  radiusKm: 'Radius in kilometers',
  fee: 'Fee',
  currency: 'Currency',
  currencyHint: 'Same as your packages, like USD.',
  technicians: 'Technicians',
  techniciansHint: 'Leave empty if everyone serves this zone.',
  someone: 'Someone who has left',
  codes: (codes: readonly string[]) => `Postal codes ${codes.join(', ')}`,
  around: (km: number, lat: number, lng: number) => `${km} km around ${lat}, ${lng}`,
  everyone: 'Everyone',
  up: 'Move up',
  remove: 'Remove',
  removeSure: "New quotes and invoices won't include its fee.",
  edit: 'Change',
  save: 'Save zone',
  done: { saved: 'Zone saved.', removed: 'Zone removed.', moved: 'Zone moved.' },
} as const

const LONGEST_NUMBER = 30
const NUMBER = /^-?\d+(\.\d+)?$/

/** Initial values of a new zone. */
export const NEW_ZONE: Zone = {
  name: '',
  postalCodes: null,
  lat: null,
  lng: null,
  radiusKm: null,
  feeAmount: 0,
  currency: '',
  technicianIds: null,
}

/** The fields of the zone with this number. Named by API path, so refusals map to fields. */
export function zoneFields(n: number, people: readonly Person[]): RecordField[] {
  const at = (name: keyof Zone) => `${prefixOf(n)}${name}`
  const numberField = (name: 'lat' | 'lng' | 'radiusKm', label: string): RecordField => ({
    name: at(name),
    label,
    maxLength: LONGEST_NUMBER,
    more: { inputmode: 'decimal' },
    toValue(text) {
      const decimal = text.replace(',', '.')
      if (!NUMBER.test(decimal)) throw new BadText(FORM.notNumber)
      return Number(decimal)
    },
  })
  return [
    {
      name: at('name'),
      label: TEXTS.name,
      hint: TEXTS.nameHint,
      isRequired: true,
      maxLength: MAX_NAME_LENGTH,
    },
    {
      name: at('postalCodes'),
      label: TEXTS.postalCodes,
      hint: TEXTS.postalCodesHint,
      rows: 3,
      toText: (value) => (Array.isArray(value) ? value.join(', ') : ''),
      toValue: (text) => {
        const codes = text.split(/[,;\n]/).map((code) => code.trim())
        return [...new Set(codes.filter(Boolean))]
      },
    },
    numberField('lat', TEXTS.lat),
    numberField('lng', TEXTS.lng),
    numberField('radiusKm', TEXTS.radiusKm),
    amountField({ name: at('feeAmount'), label: TEXTS.fee, isRequired: true }, at('currency')),
    currencyField({
      name: at('currency'),
      label: TEXTS.currency,
      hint: TEXTS.currencyHint,
      isRequired: true,
    }),
    {
      ...idsField(at('technicianIds'), TEXTS.technicians, people),
      hint: TEXTS.techniciansHint,
    },
  ]
}

/** A zone with the fields that were changed. */
export function changedZone(
  n: number,
  before: Zone,
  changed: Readonly<Record<string, unknown>>,
): object {
  return { ...before, ...changedBelow(prefixOf(n), changed) }
}

function prefixOf(n: number): string {
  return `travelZones[${n}].`
}
