import { operationDocs } from '../vocabulary/operation-docs.ts'

// The same text as in plugins/openapi/responses.ts, so that the document has one component for all.
const LOCATION = {
  location: 'Where the result is: the progress of an import, an archive, the link at another cell',
}
const ROWS =
  'The body has at most 16 MiB; a CSV has a header row of up to 100 columns and rows of up to 64 KiB. The rows are imported after the response. A wrong or malformed row does not stop the others. A row whose `externalId` was imported before changes nothing.'

export const docs = operationDocs({
  importCustomers: {
    summary: 'Import customers',
    description: `Creates up to 5,000 customers from JSON or CSV. ${ROWS}`,
    responseHeaders: LOCATION,
    examples: {
      one: {
        rows: [{ externalId: 'crm-7', name: 'Ann Agent', email: 'ann@example.com' }],
        dryRun: true,
      },
    },
    consumes: { 'text/csv': 'externalId,name,email\ncrm-7,Ann Agent,ann@example.com\n' },
  },
  importProjects: {
    summary: 'Import projects',
    description: `Creates up to 5,000 projects from JSON or CSV. ${ROWS}`,
    responseHeaders: LOCATION,
    examples: {
      one: {
        rows: [
          {
            externalId: 'order-1007',
            scheduledTime: '2026-05-01T09:30:00Z',
            city: 'Springfield',
            customerExternalId: 'crm-7',
          },
        ],
        emitEvents: false,
      },
    },
    consumes: {
      'text/csv':
        'externalId,scheduledTime,city,mediaTypes\norder-1007,2026-05-01T09:30:00Z,Springfield,PHOTO;VIDEO\n',
    },
  },
  listImports: { summary: 'List imports', description: 'Lists the bulk imports, newest first.' },
  getImport: {
    summary: 'Get the progress of an import',
    description:
      'Returns the progress of an import: its status, and how many of its rows succeeded and failed.',
  },
  listImportRows: {
    summary: 'List the rows of an import',
    description: 'Lists the rows of an import with the result of each, in the order of the file.',
  },
})
