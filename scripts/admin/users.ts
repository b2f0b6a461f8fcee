import { type ChangedMembership, setUserActive } from '@mediajobs/operations/organizations'
import { command, print, printJson } from './command.ts'
import { withStore } from './store.ts'

export const deactivateUser = command({
  help: 'Deactivates a user: their sessions and the keys that they made stop at once.',
  notes: 'The last active ADMIN of an organization cannot be deactivated.',
  options: {
    email: { kind: 'email', isNeeded: true, help: 'the email of the user' },
    organization: { kind: 'id', help: 'in this organization; default: in all of theirs' },
  },
  async run(given) {
    const whose = { email: given.text('email'), organizationId: given.optional('organization') }
    show(await changed(whose, false), given.has('json'))
    return true
  },
})

export const activateUser = command({
  help: 'Activates a user again who was deactivated.',
  options: {
    email: { kind: 'email', isNeeded: true, help: 'the email of the user' },
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
  },
  async run(given) {
    const whose = { email: given.text('email'), organizationId: given.text('organization') }
    show(await changed(whose, true), given.has('json'))
    return true
  },
})

function changed(
  whose: { email: string; organizationId: string | undefined },
  active: boolean,
): Promise<ChangedMembership[]> {
  return withStore(({ database }) => database.transaction((tx) => setUserActive(tx, whose, active)))
}

function show(members: readonly ChangedMembership[], isJson: boolean): void {
  const lines = members.map(({ email, role, active, organizationName, organizationId }) => {
    const state = active ? 'active' : 'deactivated'
    return `${state}  ${email}  ${role} of ${organizationName}  ${organizationId}`
  })
  if (isJson) printJson(members)
  else print(lines.join('\n'))
}
