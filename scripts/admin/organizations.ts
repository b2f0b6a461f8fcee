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
} from '@mediajobs/operations/organizations'
import { command, table, withStore } from './command.ts'

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
