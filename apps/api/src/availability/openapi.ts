import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  getAvailability: {
    summary: 'See which technicians are free, and when',
    description:
      'Returns when technicians are free: their working hours without the shoots to which they are assigned, as far ' +
      'as a shoot of `durationMinutes` fits, with `travelMinutes` before and after it. Cancelled projects do not ' +
      'count. A project without `estimatedDuration` takes 60 minutes. Without working hours of their own, users ' +
      'work Monday to Friday, 09:00 to 17:00. Hours are in the time zone of the organization, or in UTC.',
  },
})
