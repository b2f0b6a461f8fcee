import { type NewPassword, resetPassword as reset } from '@mediajobs/operations/passwords'
import { command, print, printJson } from './command.ts'
import { withStore } from './store.ts'

export const resetPassword = command({
  help: 'Gives an account a new password, printed once, and ends all its sessions.',
  notes: 'An email may have several accounts: then choose one with --organization.',
  options: {
    email: { kind: 'email', isNeeded: true, help: 'the email of the account' },
    organization: { kind: 'id', help: 'the account that is a member of this organization' },
  },
  async run(given) {
    const whose = { email: given.text('email'), organizationId: given.optional('organization') }
    const made = await withStore(({ database }) => database.transaction((tx) => reset(tx, whose)))
    if (given.has('json')) printJson({ email: whose.email, ...made })
    else print(readable(made))
    return true
  },
})

function readable({ password, organizations }: NewPassword): string {
  return [
    `password  ${password}`,
    ...organizations.map(({ id, name }) => `opens     ${id}  ${name}`),
    'All sessions of the account have ended. The password is not shown again.',
  ].join('\n')
}
