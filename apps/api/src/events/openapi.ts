import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  listEvents: {
    summary: 'List what happened',
    description: 'Of the last 30 days, newest first, whether or not anyone was subscribed.',
  },
  getEvent: { summary: 'Get an event' },
})
