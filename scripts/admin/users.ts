import { type ChangedMembership, setUserActive } from '@mediajobs/operations/organizations'
import { command, print, printJson } from './command.ts'
import { withStore } from './store.ts'

export const deactivateUser = command({
  help: 'Stops a person: their sessions and the keys that they made, at once.',
  notes: 'The last active ADMIN of an organization is not deactivated.',
  options: {
    email: { kind: 'email', isNeeded: true, help: 'who' },
    organization: { kind: 'id', help: 'in this organization; by default wherever they are' },
  },
  async run(given) {
    const whose = { email: given.text('email'), organizationId: given.optional('organization') }
    show(await changed(whose, false), given.has('json'))
    return true
  },
})

export const activateUser = command({
  help: 'Lets a person act again whom somebody deactivated.',
  options: {
    email: { kind: 'email', isNeeded: true, help: 'who' },
    organization: { kind: 'id', isNeeded: true, help: 'in which organization' },
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
