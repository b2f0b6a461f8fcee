import {
  MAX_DELIVERY_NOTE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_LOGO_URL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_TERMS_LENGTH,
} from '@mediajobs/domain'
import type { RecordField } from '../records/form.ts'
import { checkField, percentField } from '../records/values.ts'
import { TEXTS } from './texts.ts'

const ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')

/** The editable settings. */
export const FIELDS: readonly RecordField[] = [
  { name: 'name', label: TEXTS.name, isRequired: true, maxLength: MAX_NAME_LENGTH },
  { name: 'colour', label: TEXTS.colour, hint: TEXTS.colourHint, maxLength: MAX_LABEL_LENGTH },
  {
    name: 'logoUrl',
    label: TEXTS.logoUrl,
    hint: TEXTS.logoUrlHint,
    type: 'url',
    maxLength: MAX_LOGO_URL_LENGTH,
  },
  {
    name: 'deliveryNote',
    label: TEXTS.deliveryNote,
    hint: TEXTS.noteHint,
    rows: 3,
    maxLength: MAX_DELIVERY_NOTE_LENGTH,
  },
  {
    name: 'contactEmail',
    label: TEXTS.contactEmail,
    hint: TEXTS.emailHint,
    type: 'email',
    maxLength: MAX_EMAIL_LENGTH,
  },
  { name: 'contactPhone', label: TEXTS.contactPhone, type: 'tel', maxLength: MAX_PHONE_LENGTH },
  {
    name: 'timeZone',
    label: TEXTS.timeZone,
    hint: TEXTS.zoneHint,
    choices: [['', TEXTS.noZone], ...ZONES.map((zone) => [zone, zone] as const)],
  },
  { name: 'locale', label: TEXTS.locale, hint: TEXTS.localeHint, maxLength: MAX_LABEL_LENGTH },
  percentField({ name: 'taxBasisPoints', label: TEXTS.tax, hint: TEXTS.taxHint }),
  {
    name: 'sizeUnit',
    label: TEXTS.sizeUnit,
    hint: TEXTS.sizeHint,
    choices: [
      ['SQFT', TEXTS.squareFeet],
      ['SQM', TEXTS.squareMeters],
    ],
  },
  {
    name: 'deliveryTerms',
    label: TEXTS.deliveryTerms,
    hint: TEXTS.termsHint,
    rows: 6,
    maxLength: MAX_TERMS_LENGTH,
  },
  checkField('showAddressOnOriginals', TEXTS.showAddress),
  checkField('techniciansStart', TEXTS.techniciansStart),
  checkField('editorsStart', TEXTS.editorsStart),
  checkField('lockDownloads', TEXTS.lockDownloads),
]
