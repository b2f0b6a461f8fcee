export { type Calendar, getCalendar, type NewCalendar } from './calendar.ts'
export { type CalendarFile, type CalendarProject, readCalendar } from './calendar-file.ts'
export { createCalendar } from './create-calendar.ts'
export { deleteCalendar } from './delete-calendar.ts'
