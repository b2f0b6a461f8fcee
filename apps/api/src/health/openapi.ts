import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  checkLive: {
    summary: 'Check that the process responds',
    description: 'Returns 200 while the process responds, whatever the state of the database.',
  },
  checkReady: {
    summary: 'Check that the process can serve requests',
    description:
      'Returns 200 while the process can serve requests, and 503 otherwise. For load balancers.',
    problems: {
      503: 'The database cannot be reached or is read-only: `database_unavailable`; or the process is about to end: `shutting_down`',
    },
  },
})
