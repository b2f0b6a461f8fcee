import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  describeService: {
    summary: 'Name the service and its version',
    description: 'Returns the name and the version of the service.',
  },
})
