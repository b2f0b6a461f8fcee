import { CUSTOMER_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import { operationDocs } from '../operation-docs.ts'

const TAKEN =
  'Another customer has this email (`duplicate_email`, without regard to case) or this externalId (`duplicate_external_id`)'

export const docs = operationDocs({
  createCustomer: {
    examples: {
      least: { name: 'Ann Agent', email: 'ann@example.com' },
      all: exampleOf(CUSTOMER_FIELDS),
    },
    summary: 'Create a customer',
    description: 'Creates a customer. Fires CUSTOMER_CREATED.',
    problems: { 409: TAKEN },
  },
  listCustomers: { summary: 'List customers', description: 'Lists customers, newest first.' },
  getCustomer: { summary: 'Get a customer', description: 'Returns one customer.' },
  updateCustomer: {
    examples: { some: { phone: '+41 44 123 45 68', notes: null } },
    summary: 'Change a customer',
    description:
      'Changes the given fields of a customer; `null` clears an optional one. Fires CUSTOMER_UPDATED when something really changed; `changed` names the fields.',
    problems: { 409: TAKEN },
  },
  deleteCustomer: {
    summary: 'Delete a customer',
    description: 'Deletes a customer to whom no project or invoice refers.',
    problems: { 409: 'Projects or invoices refer to the customer: `customer_in_use`' },
  },
})
