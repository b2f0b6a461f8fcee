import { operationDocs } from '../operation-docs.ts'

const OWN = 'The scope or the role is missing; `role_forbids` also for the calendar of another user'
const SHOWN_BEFORE = '`secret_already_shown` at a repeat with the same Idempotency-Key'

export const docs = operationDocs({
  createCalendar: {
    summary: 'Make the calendar address of a user',
    description:
      'Makes the calendar address of a user. Calendar apps subscribe to `url`, which only this response shows. An ' +
      'earlier address of the user stops working. Everyone may make their own, ADMIN and MANAGER those of others.',
    optionalBody: true,
    problems: { 403: OWN, 409: `The user is deactivated: \`user_inactive\`; ${SHOWN_BEFORE}` },
  },
  getCalendar: {
    summary: 'See whether a user has a calendar address',
    description: 'Returns whether a user has a calendar address; a 404 when there is none.',
  },
  deleteCalendar: {
    summary: 'End the calendar address of a user',
    description: 'Ends the calendar address of a user. A repeat is a 204 too.',
    problems: { 403: OWN },
  },
  readCalendar: {
    summary: 'Read a calendar',
    description:
      'Returns the calendar feed of a user: the projects to which they are assigned as technician, editor or project ' +
      'manager, from 30 days back to a year ahead, at most 2,000. The token in the path is the only credential. A ' +
      'calendar of another cell is redirected there.',
    produces: 'text/calendar',
    problems: {
      429: 'It is read too often, or this network asks for unknown calendars: `rate_limited`',
    },
  },
})
