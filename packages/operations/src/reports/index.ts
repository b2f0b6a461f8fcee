export { reportOwed, reportRevenue } from './money.ts'
export type { Report } from './statement.ts'
export { reportJobs, reportRevisions, reportTechnicians, reportTurnaround } from './work.ts'
