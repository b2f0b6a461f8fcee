import {
  MAX_LABEL_LENGTH,
  MAX_LOGO_URL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TERMS_LENGTH,
} from '@mediajobs/domain'
import { checkField, type RecordField } from '../records/field.ts'
import { TEXTS } from './texts.ts'

/** Rows of the field for the terms. */
const ROWS = 6

const ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')

/** The settings that a person writes. */
export const FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    label: TEXTS.name,
    isRequired: true,
    control: { kind: 'line', maxLength: MAX_NAME_LENGTH },
  },
  {
    name: 'logoUrl',
    label: TEXTS.logoUrl,
    hint: TEXTS.logoHint,
    control: { kind: 'line', type: 'url', maxLength: MAX_LOGO_URL_LENGTH },
  },
  {
    name: 'colour',
    label: TEXTS.colour,
    hint: TEXTS.colourHint,
    control: { kind: 'line', maxLength: MAX_LABEL_LENGTH },
  },
  {
    name: 'timeZone',
    label: TEXTS.timeZone,
    hint: TEXTS.zoneHint,
    control: {
      kind: 'choice',
      choices: [['', TEXTS.noZone], ...ZONES.map((zone) => [zone, zone] as const)],
    },
  },
  {
    name: 'locale',
    label: TEXTS.locale,
    hint: TEXTS.localeHint,
    control: { kind: 'line', maxLength: MAX_LABEL_LENGTH },
  },
  {
    name: 'deliveryTerms',
    label: TEXTS.deliveryTerms,
    hint: TEXTS.termsHint,
    control: { kind: 'lines', maxLength: MAX_TERMS_LENGTH, rows: ROWS },
  },
  checkField({ name: 'showAddressOnOriginals', label: TEXTS.showAddress }),
]
