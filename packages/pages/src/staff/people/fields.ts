import type { Schemas } from '@mediajobs/client'
import {
  DEFAULT_WORKING_HOURS,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  type MailStatus,
  outranks,
  ROLES,
  type Role,
  WEEKDAYS,
  type Weekday,
  type WorkingHours,
  type WorkingInterval,
} from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { readList } from '../read-record.ts'
import { BadText, changedBelow, type RecordField } from '../records/form.ts'
import type { Person } from '../records.ts'
import type { Staff } from '../staff.ts'
import { ROLE_NAMES } from '../texts.ts'

export const TEXTS = {
  title: 'People',
  role: 'Role',
  anyRole: 'All roles',
  state: 'State',
  anyState: 'Active and deactivated',
  active: 'Active',
  inactive: 'Deactivated',
  pending: 'Invited',
  show: 'Show',
  add: 'Invite a person',
  none: 'No people match.',
  back: 'Back to people',
  you: 'you',
  name: 'Name',
  email: 'Email',
  emailHint: 'The invitation is sent to this address.',
  save: 'Save',
  change: 'Details',
  since: 'Added',
  hours: 'Working hours',
  hoursHint: 'Write a day as 09:00-12:00, 13:00-17:00. Leave a free day empty.',
  defaultHours: 'These are the default hours.',
  useDefault: 'Use default hours',
  saveHours: 'Save hours',
  badHours: 'Enter hours like 09:00-17:00, separated by commas.',
  free: 'Free',
  days: {
    monday: 'Monday',
    tuesday: 'Tuesday',
    wednesday: 'Wednesday',
    thursday: 'Thursday',
    friday: 'Friday',
    saturday: 'Saturday',
    sunday: 'Sunday',
  } satisfies Record<Weekday, string>,
  access: 'Access',
  again: 'New invitation',
  againHint: 'The current invitation link stops working.',
  deactivate: 'Deactivate',
  deactivateSure:
    'They are signed out everywhere and their API keys stop working. Their work stays assigned.',
  activate: 'Activate',
  activateHint: 'They can sign in again.',
  invited: 'Invitation created',
  invitedLead: (name: string, until: string) =>
    `Send this link to ${name}. It works once, until ${until}. You won't see it again.`,
  shownBefore: "This invitation's link was already shown. Create a new one on the person's page.",
  link: 'Invitation link',
  toPerson: 'Go to person',
  mails: {
    WAITING: 'An email with its own link is on its way.',
    SENT: 'An email with a link was sent.',
    FAILED: "The email couldn't be sent.",
    CANCELLED: "The email wasn't sent: the invitation is no longer valid.",
  } satisfies Record<MailStatus, string>,
  done: {
    saved: 'Saved.',
    hours: 'Working hours saved.',
    deactivated: 'Person deactivated and signed out everywhere.',
    activated: 'Person activated.',
  },
} as const

/** The fields of a person that a member with `role` may edit. Roles are limited to their own or lower. */
export function personFields(role: Role): RecordField[] {
  const roles = ROLES.filter((each) => !outranks(each, role)).reverse()
  const choices = roles.map((each) => [each, ROLE_NAMES[each]] as const)
  return [
    { name: 'name', label: TEXTS.name, isRequired: true, maxLength: MAX_NAME_LENGTH },
    { name: 'role', label: TEXTS.role, isRequired: true, choices },
  ]
}

/** The fields of an invitation. */
export function invitationFields(role: Role): RecordField[] {
  const email: RecordField = {
    name: 'email',
    label: TEXTS.email,
    hint: TEXTS.emailHint,
    type: 'email',
    isRequired: true,
    maxLength: MAX_EMAIL_LENGTH,
  }
  return [email, ...personFields(role)]
}

// `9-17`, `09:00 - 12:30`
const INTERVAL = /^(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?$/
// Allows several intervals per day.
const LONGEST = 100
const PREFIX = 'workingHours.'

/** One text field per day, for easy typing. */
export const HOURS_FIELDS: readonly RecordField[] = WEEKDAYS.map((day) => ({
  name: `${PREFIX}${day}`,
  label: TEXTS.days[day],
  maxLength: LONGEST,
  toText: (_, record) => textOfDay(hoursOf(record as Pick<Person, 'workingHours'>)[day]),
  toValue: (text) => text.split(/[,;]/).map(intervalOf),
  emptyValue: [],
}))

/** A person's hours; defaults to the standard week. */
export function hoursOf({ workingHours }: Pick<Person, 'workingHours'>): WorkingHours {
  return workingHours ?? DEFAULT_WORKING_HOURS
}

/** `09:00-12:00, 13:00-17:00`; empty for a free day. */
export function textOfDay(intervals: readonly WorkingInterval[]): string {
  return intervals.map(({ from, to }) => `${from}-${to}`).join(', ')
}

/** The working hours with the changed days. The API replaces them as a whole. */
export function changedHours(
  before: WorkingHours,
  changed: Readonly<Record<string, unknown>>,
): Record<Weekday, unknown> {
  return { ...before, ...changedBelow(PREFIX, changed) }
}

function intervalOf(text: string): WorkingInterval {
  const [, fromHour, fromMinute, toHour, toMinute] = INTERVAL.exec(text.trim()) ?? []
  if (fromHour === undefined || toHour === undefined) throw new BadText(TEXTS.badHours)
  return { from: timeOf(fromHour, fromMinute), to: timeOf(toHour, toMinute) }
}

function timeOf(hour: string, minute = '00'): string {
  return `${hour.padStart(2, '0')}:${minute}`
}

/** Whether a person may edit another. docs/contract.md#c2-users-rank */
export function mayChange(staff: Staff, { role }: Pick<Person, 'role'>): boolean {
  return staff.may('updateUser') && !outranks(role, staff.role)
}

/** Why a person can't act: deactivated, or invitation not accepted. Null if they can. */
export function obstacleOf({ active, acceptedAt }: Person): string | Html | null {
  if (!active) return html`<b class="alarm">${TEXTS.inactive}</b>`
  return acceptedAt === null ? TEXTS.pending : null
}

/** The state of the last invitation mail. Empty without one: not every service sends mail. */
export async function mailState(staff: Staff, userId: string): Promise<Html> {
  if (!staff.may('listMails')) return nothing
  const query = new URLSearchParams({ userId, kind: 'INVITATION', limit: '1' })
  const { data } = await readList<Schemas['Mail']>(staff, `/mails?${query}`)
  const [mail] = data
  if (!mail) return nothing
  const { status, recipient, createdAt, endedAt, error } = mail
  return html`<p>${TEXTS.mails[status]} <bdi>${recipient}</bdi>, ${staff.format.dayAndTime(endedAt ?? createdAt)}${error ? html`<br><span class="soft" dir="auto">${error}</span>` : nothing}</p>`
}
