import {
  createOrganization as create,
  createInvitedOrganization,
  type NewOrganization,
} from '@mediajobs/operations/organizations'
import { command, print, printJson } from './command.ts'
import { withStore } from './store.ts'

type Shown = Pick<NewOrganization, 'organization' | 'owner' | 'apiKey'> &
  ({ password: string } | { invitationToken: string })

export const createOrganization = command({
  help: 'Makes an organization with its first ADMIN and a key of theirs.',
  notes:
    'The owner gets a new account, with a password of its own, or with --invite an invitation. ' +
    'Password, invitation and key are printed once.',
  options: {
    name: { kind: 'name', isNeeded: true, help: 'its name, 1 to 200 characters' },
    'owner-email': { kind: 'email', isNeeded: true, help: 'the email of its first ADMIN' },
    'owner-name': { kind: 'name', help: 'their name there; default: their email' },
    invite: { kind: 'flag', help: 'invite the owner, who may have an account with this email' },
  },
  async run(given) {
    const ownerName = given.optional('owner-name')
    const input = {
      name: given.text('name'),
      ownerEmail: given.text('owner-email'),
      ...(ownerName !== undefined && { ownerName }),
    }
    const made = await withStore<Shown>((store) =>
      store.transaction(async (tx) => {
        if (!given.has('invite')) return create(tx, input)
        const invited = await createInvitedOrganization(tx, input)
        const { organization, owner, invitationToken, apiKey } = invited
        return { organization, owner, invitationToken, apiKey }
      }),
    )
    if (given.has('json')) printJson(made)
    else print(readable(made))
    return true
  },
})

function readable(made: Shown): string {
  const { organization, owner, apiKey } = made
  const secret =
    'password' in made
      ? `password      ${made.password}`
      : `invitation    ${made.invitationToken}  (good for 7 days)`
  return [
    `organization  ${organization.name}  ${organization.id}`,
    `owner         ${owner.email}  ${owner.id}`,
    secret,
    `API key       ${apiKey}`,
    'None of these secrets is shown again.',
  ].join('\n')
}
