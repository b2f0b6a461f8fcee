import { operationDocs } from '../operation-docs.ts'

// The same text as in plugins/openapi/responses.ts, so that the document has one component for all.
const LOCATION = {
  location: 'Where the result is: the progress of an import, an archive, the link at another cell',
}
const ACCEPTED = {
  description:
    'Up to 5,000 rows and 16 MiB, as JSON or as `text/csv` with a header row of up to 100 columns and rows of up to 64 KiB. The rows are imported after the response. A wrong or malformed row does not stop the others. A row whose `externalId` was imported before changes nothing.',
  responseHeaders: LOCATION,
}

export const docs = operationDocs({
  importCustomers: {
    summary: 'Import customers',
    ...ACCEPTED,
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
    ...ACCEPTED,
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
  listImports: { summary: 'List imports', description: 'Newest first.' },
  getImport: { summary: 'Get the progress of an import' },
  listImportRows: {
    summary: 'List the rows of an import',
    description: 'In the order of the file.',
  },
})
