import {
  MAX_EMAIL_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from '@mediajobs/domain'
import { checkField, type RecordField } from '../records/field.ts'
import { TEXTS } from './texts.ts'

/** Rows of the field for notes. */
const ROWS = 4

/** The fields of a customer that a person writes. */
export const FIELDS: readonly RecordField[] = [
  {
    name: 'name',
    label: TEXTS.name,
    isRequired: true,
    control: { kind: 'line', maxLength: MAX_NAME_LENGTH },
  },
  {
    name: 'email',
    label: TEXTS.email,
    isRequired: true,
    control: { kind: 'line', type: 'email', maxLength: MAX_EMAIL_LENGTH },
  },
  {
    name: 'phone',
    label: TEXTS.phone,
    control: { kind: 'line', type: 'tel', maxLength: MAX_PHONE_LENGTH },
  },
  {
    name: 'company',
    label: TEXTS.company,
    control: { kind: 'line', maxLength: MAX_NAME_LENGTH },
  },
  {
    name: 'notes',
    label: TEXTS.notes,
    hint: TEXTS.notesHint,
    control: { kind: 'lines', maxLength: MAX_NOTES_LENGTH, rows: ROWS },
  },
  {
    name: 'externalId',
    label: TEXTS.externalId,
    control: { kind: 'line', maxLength: MAX_EXTERNAL_ID_LENGTH },
  },
  checkField({ name: 'mailOptOut', label: TEXTS.mailOptOut }),
]
