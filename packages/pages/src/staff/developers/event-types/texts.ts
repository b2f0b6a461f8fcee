export const TEXTS = {
  lead: 'Every event a webhook can get, as the API reference has it. Values in examples are made up.',
  log: 'Open the event log',
  causes: 'Fired by',
  fields: 'Fields',
  example: 'Example',
  logged: 'In the log',
  deliveries: 'Deliveries',
  parts: 'Records in events',
  any: 'any',
  or: 'or',
  listOf: 'list of',
} as const
