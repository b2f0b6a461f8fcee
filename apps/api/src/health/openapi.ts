import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  checkLive: { summary: 'Check that the process responds' },
  checkReady: {
    summary: 'Check that the process can serve requests',
    problems: {
      503: 'The database cannot be reached: `database_unavailable`; or the process is about to end: `shutting_down`',
    },
  },
})
