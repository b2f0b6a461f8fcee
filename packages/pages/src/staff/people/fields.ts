import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, outranks, ROLES, type Role } from '@mediajobs/domain'
import type { RecordField } from '../records/field.ts'
import { ROLE_NAMES } from '../texts.ts'
import { TEXTS } from './texts.ts'

/** The fields of a person that a member with `role` writes. No one gives a role above their own. */
export function personFields(role: Role): RecordField[] {
  const roles = ROLES.filter((each) => !outranks(each, role)).reverse()
  return [
    {
      name: 'name',
      label: TEXTS.name,
      isRequired: true,
      control: { kind: 'line', maxLength: MAX_NAME_LENGTH },
    },
    {
      name: 'role',
      label: TEXTS.role,
      isRequired: true,
      control: { kind: 'choice', choices: roles.map((each) => [each, ROLE_NAMES[each]]) },
    },
  ]
}

/** The fields of an invitation. */
export function invitationFields(role: Role): RecordField[] {
  return [
    {
      name: 'email',
      label: TEXTS.email,
      hint: TEXTS.emailHint,
      isRequired: true,
      control: { kind: 'line', type: 'email', maxLength: MAX_EMAIL_LENGTH },
    },
    ...personFields(role),
  ]
}
