import { operationDocs } from '../operation-docs.ts'

const TAKEN =
  'Another customer has this email (`duplicate_email`, without regard to case) or this externalId (`duplicate_external_id`)'

export const docs = operationDocs({
  createCustomer: {
    examples: {
      least: { name: 'Ann Agent', email: 'ann@example.com' },
      all: {
        name: 'Keys & Co',
        email: 'office@example.com',
        phone: '+41 44 123 45 67',
        company: 'Keys & Co',
        notes: 'Prefers mornings',
        externalId: 'crm-7',
        mailOptOut: false,
      },
    },
    summary: 'Create a customer',
    description: 'Fires CUSTOMER_CREATED.',
    problems: { 409: TAKEN },
  },
  listCustomers: { summary: 'List customers', description: 'Newest first.' },
  getCustomer: { summary: 'Get a customer' },
  updateCustomer: {
    examples: { some: { phone: '+41 44 123 45 68', notes: null } },
    summary: 'Change a customer',
    description:
      'Fires CUSTOMER_UPDATED when something really changed; `changed` names the fields. `null` clears an optional field.',
    problems: { 409: TAKEN },
  },
  deleteCustomer: {
    summary: 'Delete a customer',
    problems: { 409: 'Projects or invoices refer to the customer: `customer_in_use`' },
  },
})
