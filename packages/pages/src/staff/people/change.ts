import type { Schemas } from '@mediajobs/client'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { messageOf } from '../../message.ts'
import { changeOf } from '../change-form.ts'
import { nothingHere, readTagged } from '../read-record.ts'
import { act } from '../records/act.ts'
import { checkField } from '../records/field.ts'
import { save } from '../records/save.ts'
import type { Person } from '../records.ts'
import { noteRefusal, sendStaffProblem } from '../send-staff-problem.ts'
import { personFields } from './fields.ts'
import { changedHours, HOURS_FIELDS, hoursOf } from './hours.ts'
import { showLink } from './invite.ts'
import { personPage } from './person.ts'
import { TEXTS } from './texts.ts'
import type { PersonVisit } from './visit.ts'

/** Saves the name and the role of a person. */
export function changePerson(visit: PersonVisit) {
  return save<Person>({
    ...savingOf(visit, 'saved'),
    fields: personFields(visit.staff.role),
    refuse: (found) => personPage(visit, { problems: { of: 'person', found } }),
  })
}

/** Saves the working hours of a person: the days that were changed, and the others as they are. */
export async function changeHours(visit: PersonVisit) {
  const person = await readTagged<Person>(visit.staff, visit.url)
  if (!person) throw nothingHere()
  return save<Person>({
    ...savingOf(visit, 'hours'),
    fields: HOURS_FIELDS,
    payloadOf: (changed) => ({ workingHours: changedHours(hoursOf(person.body), changed) }),
    refuse: (found) => personPage(visit, { problems: { of: 'hours', found } }),
  })
}

export function useDefaultHours(visit: PersonVisit) {
  const { request, url, here } = visit
  const { ifMatch } = changeOf(request)
  return act(visit, {
    call: { method: 'PATCH', url, payload: { workingHours: null }, ifMatch },
    to: `${here}?done=hours`,
    refuse: (notice) => personPage(visit, { notice }),
  })
}

/** Deactivates a person, or activates them again. */
export function changeActive(visit: PersonVisit) {
  const isActive = formOf(visit.request).text('active') === 'yes'
  return save<Person>({
    ...savingOf(visit, isActive ? 'activated' : 'deactivated'),
    fields: [checkField({ name: 'active', label: TEXTS.active })],
    refuse: ({ head, fields }) => {
      const text = [...head, ...fields.values()].join(' ')
      return personPage(visit, { notice: { kind: 'problem', text } })
    },
  })
}

/** Makes a new invitation for a person who has not accepted, and shows its link. */
export async function inviteAgain(visit: PersonVisit, root: string) {
  const { request, reply, staff, url } = visit
  const person = await readTagged<Person>(staff, url)
  if (!person) throw nothingHere()
  const { idempotencyKey } = changeOf(request)
  const response = await staff.call<Schemas['Invitation'] & ErrorBody>({
    method: 'POST',
    url: `${url}/invitation`,
    payload: {},
    idempotencyKey,
  })
  const { status, body } = response
  if (status === 201) return showLink(visit, person.body, body, root)
  if (status === 404 || status >= 500) return sendStaffProblem(request, reply, staff, response)
  noteRefusal(request, reply, response)
  const isRepeat = body.code === 'secret_already_shown'
  const text = isRepeat ? TEXTS.shownBefore : messageOf(body)
  return personPage(visit, { notice: { kind: 'problem', text } })
}

function savingOf(visit: PersonVisit, done: keyof (typeof TEXTS)['done']) {
  const { reply, url, here } = visit
  return {
    visit,
    method: 'PATCH',
    url,
    back: here,
    done: (saved: object) => reply.redirect(`${here}?done=${'body' in saved ? done : 'same'}`, 303),
  } as const
}
