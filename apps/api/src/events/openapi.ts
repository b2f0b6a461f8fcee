import { operationDocs } from '../vocabulary/operation-docs.ts'

export const docs = operationDocs({
  listEvents: {
    summary: 'List events',
    description:
      'Lists the events of the last 30 days, or of the time that the operator has set, newest first, with or without a subscription to them.',
  },
  getEvent: { summary: 'Get an event', description: 'Returns an event with its payload.' },
})
