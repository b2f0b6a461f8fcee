import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  describeService: { summary: 'Name the service and its version' },
})
