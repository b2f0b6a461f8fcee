import { EXAMPLE_ID, operationDocs } from '../operation-docs.ts'

const OFF = 'There is nothing here: `not_found`; or the service offers no archives: `archives_off`'
const NOT_NOW =
  'There is nothing to download (`archive_empty`), files are being prepared (`archive_not_ready`, with Retry-After), or a file is not in the store (`archive_file_missing`)'

export const docs = operationDocs({
  getDeliveryArchive: {
    summary: 'Download a delivery as a zip, as its client',
    description:
      'Redirects a client to a zip of the delivered media. The archive has an exact length and supports ranges, so an interrupted download can be resumed.',
    problems: {
      404: OFF,
      409: NOT_NOW,
      429: 'Too many calls from this address or network: `rate_limited`',
    },
    mayRetry: [409],
  },
  createArchive: {
    summary: 'Make an archive of a project',
    description:
      'Makes the address of a zip of the project’s media. It works for seven days, without a credential, and supports ranges, so an interrupted download can be resumed.',
    examples: { all: { size: 'mls' }, some: { size: 'original', mediaIds: [EXAMPLE_ID] } },
    problems: { 404: OFF, 409: NOT_NOW },
    mayRetry: [409],
  },
})
