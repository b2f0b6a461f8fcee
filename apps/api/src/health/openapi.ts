import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  checkLive: { summary: 'Tell that the process answers' },
  checkReady: {
    summary: 'Tell that the process can serve',
    problems: {
      503: 'The database cannot be reached: `database_unavailable`; or the process is about to end: `shutting_down`',
    },
  },
})
