export type { LoggedEvent } from './event.ts'
export { getEvent } from './get-event.ts'
export { type EventFilters, listEvents } from './list-events.ts'
