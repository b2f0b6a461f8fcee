import {
  createOrganization as create,
  createInvitedOrganization,
  describeOrganization,
  type Erasure,
  eraseOrganization,
  listOrganizations,
  type NewOrganization,
  type OrganizationDetails,
  type OrganizationSummary,
  revokeKeys as revoke,
  setUserActive,
} from '@mediajobs/operations/organizations'
import { type NewPassword, resetPassword as reset } from '@mediajobs/operations/passwords'
import { command, type Given, type Outcome, table, UsageError, withStore } from './command.ts'

type Shown = Pick<NewOrganization, 'organization' | 'owner' | 'apiKey'> &
  ({ password: string } | { invitationToken: string })

export const createOrganization = command({
  help: 'Creates an organization with its first ADMIN and an API key.',
  notes:
    'The owner gets a new account with a password, or with --invite an invitation. ' +
    'Password, invitation and key are printed once.',
  options: {
    name: { kind: 'name', isNeeded: true, help: 'its name, 1 to 200 characters' },
    'owner-email': { kind: 'email', isNeeded: true, help: 'the email of its first ADMIN' },
    'owner-name': { kind: 'name', help: 'their name there; default: their email' },
    invite: {
      kind: 'flag',
      help: 'invite the owner, who may already have an account with this email',
    },
  },
  async run(given) {
    const ownerName = given.optional('owner-name')
    const input = {
      name: given.text('name'),
      ownerEmail: given.text('owner-email'),
      ...(ownerName !== undefined && { ownerName }),
    }
    const json = await withStore<Shown>((store) =>
      store.transaction(async (tx) => {
        if (!given.has('invite')) return create(tx, input)
        const invited = await createInvitedOrganization(tx, input)
        const { organization, owner, invitationToken, apiKey } = invited
        return { organization, owner, invitationToken, apiKey }
      }),
    )
    return { json, text: newText(json) }
  },
})

function newText(made: Shown): string {
  const { organization, owner, apiKey } = made
  const secret =
    'password' in made
      ? `password      ${made.password}`
      : `invitation    ${made.invitationToken}  (valid for 7 days)`
  return [
    `organization  ${organization.name}  ${organization.id}`,
    `owner         ${owner.email}  ${owner.id}`,
    secret,
    `API key       ${apiKey}`,
    "These secrets won't be shown again.",
  ].join('\n')
}

export const list = command({
  help: 'Lists the organizations, or the users, API keys and webhooks of one.',
  options: { organization: { kind: 'id', help: 'show this one' } },
  async run(given) {
    const id = given.optional('organization')
    if (id === undefined) {
      const json = await withStore(({ sql }) => listOrganizations(sql))
      return { json, text: table(json.map(lineOf)) }
    }
    const json = await withStore(({ sql }) => describeOrganization(sql, id))
    return { json, text: detailsText(json) }
  },
})

function lineOf({
  id,
  name,
  createdAt,
  users,
  apiKeys,
  projects,
  move,
}: OrganizationSummary): string[] {
  const counts = [`${users} users`, `${apiKeys} keys`, `${projects} projects`]
  return [id, day(createdAt), ...counts, move ? `${name}  (${moveText(move)})` : name]
}

function moveText({ step, cell }: NonNullable<OrganizationSummary['move']>): string {
  if (step === 'MOVED') return `moved to ${cell}`
  return step.startsWith('ARRIV') ? `moving from ${cell}` : `moving to ${cell}: ${step}`
}

function detailsText({ organization, users, apiKeys, webhooks }: OrganizationDetails): string {
  const people = users.map(({ id, role, active, acceptedAt, email, name }) => {
    const state = active ? (acceptedAt === null ? 'invited' : 'active') : 'deactivated'
    return [id, role, state, email, name]
  })
  const keys = apiKeys.map(({ id, prefix, scopes, lastUsedAt, expiresAt, revokedAt, name }) => [
    id,
    `${prefix}…`,
    scopes.join(','),
    lastUsedAt === null ? 'never used' : `used ${lastUsedAt}`,
    keyState(revokedAt, expiresAt),
    name,
  ])
  const receivers = webhooks.map(({ id, active, disabledReason, failingSince, events, url }) => {
    const failing = failingSince === null ? 'active' : `failing since ${failingSince}`
    const state = active ? failing : `off${disabledReason === null ? '' : `: ${disabledReason}`}`
    return [id, state, `${events.length} events`, url]
  })
  return [
    `organization  ${organization.name}  ${organization.id}  ${day(organization.createdAt)}`,
    section('users', people),
    section('API keys', keys),
    section('webhooks', receivers),
  ].join('\n\n')
}

function keyState(revokedAt: string | null, expiresAt: string | null): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`
  return expiresAt === null ? '' : `until ${expiresAt}`
}

function section(title: string, rows: string[][]): string {
  return rows.length === 0 ? `no ${title}` : `${title}\n${table(rows)}`
}

function day(instant: string): string {
  return instant.slice(0, 10)
}

export const erase = command({
  help: 'Permanently deletes an organization with all its data.',
  notes: 'Export it first. If interrupted, rerun to finish.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
    confirm: { kind: 'name', isNeeded: true, help: 'its name, to confirm' },
  },
  async run(given) {
    const json = await withStore((store, show) =>
      eraseOrganization(store, given.text('organization'), given.text('confirm'), (table, rows) =>
        show(`${rows} rows erased (${table}) …`),
      ),
    )
    return { json, text: erasureText(json) }
  },
})

function erasureText({ rows, objectsWaiting }: Erasure): string {
  const waiting = `${objectsWaiting} objects are waiting for removal by the dispatcher.`
  return `${rows} rows erased.${objectsWaiting > 0 ? `\n${waiting}` : ''}`
}

export const deactivateUser = command({
  help: 'Deactivates a user. Their sessions and API keys stop working immediately.',
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
    if (isSome === given.has('all'))
      throw new UsageError('either --all, or --key or --user, is required')
    const revoked = await withStore(({ database }) =>
      database.transaction((tx) => revoke(tx, given.text('organization'), which)),
    )
    const lines = revoked.map(({ id, prefix, name }) => `revoked  ${id}  ${prefix}…  ${name}`)
    return { json: revoked, text: lines.join('\n') || 'All of these keys are already revoked.' }
  },
})
