import {
  describeOrganization,
  listOrganizations,
  type OrganizationDetails,
  type OrganizationSummary,
} from '@mediajobs/operations/organizations'
import { command, print, printJson } from './command.ts'
import { withStore } from './store.ts'
import { table } from './table.ts'

export const list = command({
  help: 'Lists the organizations, or the users, API keys and webhooks of one.',
  options: { organization: { kind: 'id', help: 'show this one' } },
  async run(given) {
    const id = given.optional('organization')
    if (id === undefined) {
      const all = await withStore(({ sql }) => listOrganizations(sql))
      if (given.has('json')) printJson(all)
      else print(table(all.map(lineOf)))
    } else {
      const one = await withStore(({ sql }) => describeOrganization(sql, id))
      if (given.has('json')) printJson(one)
      else print(readable(one))
    }
    return true
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

function readable({ organization, users, apiKeys, webhooks }: OrganizationDetails): string {
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
