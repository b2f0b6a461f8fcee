import { revokeKeys as revoke, setUserActive } from '@mediajobs/operations/organizations'
import { type NewPassword, resetPassword as reset } from '@mediajobs/operations/passwords'
import { command, type Given, type Outcome, UsageError, withStore } from './command.ts'

export const deactivateUser = command({
  help: 'Deactivates a user. Their sessions and API keys stop working at once.',
  notes: "The last active ADMIN of an organization can't be deactivated.",
  options: {
    email: { kind: 'email', isNeeded: true, help: "the user's email" },
    organization: { kind: 'id', help: 'only in this organization; default: all of theirs' },
  },
  run: (given) => setActive(given, false),
})

export const activateUser = command({
  help: 'Reactivates a user.',
  options: {
    email: { kind: 'email', isNeeded: true, help: "the user's email" },
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
  },
  run: (given) => setActive(given, true),
})

async function setActive(
  given: Given<'email' | 'organization'>,
  active: boolean,
): Promise<Outcome> {
  const whose = { email: given.text('email'), organizationId: given.optional('organization') }
  const members = await withStore(({ database }) =>
    database.transaction((tx) => setUserActive(tx, whose, active)),
  )
  const lines = members.map(({ email, role, active, organizationName, organizationId }) => {
    const state = active ? 'active' : 'deactivated'
    return `${state}  ${email}  ${role} of ${organizationName}  ${organizationId}`
  })
  return { json: members, text: lines.join('\n') }
}

export const resetPassword = command({
  help: 'Gives an account a new password, printed once, and ends all its sessions.',
  notes: 'If an email has several accounts, choose one with --organization.',
  options: {
    email: { kind: 'email', isNeeded: true, help: 'the email of the account' },
    organization: { kind: 'id', help: 'the account that is a member of this organization' },
  },
  async run(given) {
    const whose = { email: given.text('email'), organizationId: given.optional('organization') }
    const made = await withStore(({ database }) => database.transaction((tx) => reset(tx, whose)))
    return { json: { email: whose.email, ...made }, text: readable(made) }
  },
})

function readable({ password, organizations }: NewPassword): string {
  return [
    `password  ${password}`,
    ...organizations.map(({ id, name }) => `opens     ${id}  ${name}`),
    "All sessions of the account have ended. The password won't be shown again.",
  ].join('\n')
}

export const revokeKeys = command({
  help: 'Revokes API keys: the next request with one of them is refused.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
    key: { kind: 'id', help: 'this key' },
    user: { kind: 'email', help: 'the keys created by this person' },
    all: { kind: 'flag', help: 'every key: integrations stop until they have new keys' },
  },
  async run(given) {
    const which = { id: given.optional('key'), email: given.optional('user') }
    const isSome = which.id !== undefined || which.email !== undefined
    if (isSome === given.has('all')) throw new UsageError('--key, --user or --all is required')
    const revoked = await withStore(({ database }) =>
      database.transaction((tx) => revoke(tx, given.text('organization'), which)),
    )
    const lines = revoked.map(({ id, prefix, name }) => `revoked  ${id}  ${prefix}…  ${name}`)
    return { json: revoked, text: lines.join('\n') || 'All of these keys are already revoked.' }
  },
})
