export const TEXTS = {
  title: 'Events',
  lead: 'What happened in 30 days, whether or not a webhook got it.',
  event: 'Event',
  project: 'Id of a job',
  list: 'List of events',
  empty: 'No event matches.',
  facts: { id: 'Id', created: 'Happened', project: 'Job' },
  openProject: 'Open the job',
  deliveries: 'Its deliveries',
} as const
