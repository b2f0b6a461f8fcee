import {
  MAX_EMAIL_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from './bounds.ts'
import type { Fields } from './fields.ts'
import { boolean, ID, INSTANT, line, text } from './values.ts'

/** The fields of a customer, in the order of responses. */
export const CUSTOMER_FIELDS = {
  id: { type: ID, set: 'service' },
  organizationId: { type: ID, set: 'service' },
  name: { type: line(MAX_NAME_LENGTH), set: 'required', example: 'Keys & Co' },
  email: {
    type: text(MAX_EMAIL_LENGTH, { format: 'email' }),
    set: 'required',
    example: 'office@example.com',
  },
  phone: { type: line(MAX_PHONE_LENGTH), set: 'clearable', example: '+41 44 123 45 67' },
  company: { type: line(MAX_NAME_LENGTH), set: 'clearable', example: 'Keys & Co' },
  notes: { type: text(MAX_NOTES_LENGTH), set: 'clearable', example: 'Prefers mornings' },
  externalId: { type: line(MAX_EXTERNAL_ID_LENGTH), set: 'clearable', example: 'crm-7' },
  mailOptOut: {
    type: boolean({ description: 'If true, the service sends no mail to the customer' }),
    set: 'optional',
    example: false,
  },
  createdAt: { type: INSTANT, set: 'service' },
  updatedAt: { type: INSTANT, set: 'service' },
} satisfies Fields
