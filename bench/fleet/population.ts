import { openKeyRing } from '@mediajobs/domain'
import { signingSecretRow } from '@mediajobs/operations/webhooks'
import type pg from 'pg'
import { fill } from '../support/fill.ts'
import { type BenchSession, signIn } from '../support/sessions.ts'
import type { Setting } from './setting.ts'
import { type Behaviour, eventsOf, secretOf, subscriptionsOf } from './subscriptions.ts'

/** An organization as the load knows it. The first is the largest. */
export interface Organization {
  id: string
  number: number
  keys: string[]
  customerId: string
  owner: BenchSession
  technician: BenchSession
  editor: BenchSession
}

export interface Subscription {
  number: number
  organizationId: string
  behaviour: Behaviour
  events: readonly string[]
}

export interface Population {
  organizations: Organization[]
  subscriptions: Subscription[]
}

const KEYS_EACH = 2
const STAFF = [
  { role: 'TECHNICIAN', block: '7002' },
  { role: 'EDITOR', block: '7003' },
] as const

/** Makes the organizations with people, keys, sessions, customers, projects and subscriptions. */
export async function populate(
  client: pg.Client,
  { organizations: count, projectsEach }: Setting,
  receiverUrl: string,
  secretsKey: string,
): Promise<Population> {
  const keys = await fill(client, { organizations: count, projectsEach, keysEach: KEYS_EACH })
  for (const { role, block } of STAFF) await hire(client, role, block)
  await client.query(
    `insert into customers (organization_id, id, name, email)
     select id, uuid_v7(), 'Ann Agent', 'ann@example.com' from organizations`,
  )
  const sessions = Map.groupBy(await signIn(client, 1), ({ organization }) => organization)
  const keysOf = Map.groupBy(keys, ({ organizationId }) => organizationId)
  const { rows } = await client.query<{ id: string; customer: string; people: string[] }>(
    `select organization.id, customer.id as customer,
       array(select user_id from memberships where organization_id = organization.id
         order by array_position(array['ADMIN', 'TECHNICIAN', 'EDITOR'], role)) as people
     from organizations as organization
     join customers as customer on customer.organization_id = organization.id
     order by organization.id`,
  )
  const organizations = rows.map(({ id, customer, people }, i): Organization => {
    const of = (person: string | undefined) =>
      sessions.get(id)?.find((session) => session.person === person) as BenchSession
    return {
      id,
      number: i + 1,
      keys: (keysOf.get(id) ?? []).map(({ key }) => key),
      customerId: customer,
      owner: of(people[0]),
      technician: of(people[1]),
      editor: of(people[2]),
    }
  })
  const subscriptions = await subscribe(client, organizations, receiverUrl, secretsKey)
  await client.query('vacuum analyze')
  return { organizations, subscriptions }
}

async function hire(client: pg.Client, role: string, block: string): Promise<void> {
  const person = `replace(id::text, '-7000-', '-${block}-')::uuid`
  await client.query(
    `insert into users (id, email)
     select ${person}, '${role.toLowerCase()}-' || right(id::text, 12) || '@example.com' from organizations`,
  )
  await client.query(
    `insert into memberships (organization_id, user_id, name, role)
     select id, ${person}, 'Person', '${role}' from organizations`,
  )
}

async function subscribe(
  client: pg.Client,
  organizations: readonly Organization[],
  receiverUrl: string,
  secretsKey: string,
): Promise<Subscription[]> {
  const keyRing = openKeyRing(secretsKey)
  const subscriptions: Subscription[] = []
  const rows: { organization: string; id: string; url: string; events: string; secret: string }[] =
    []
  for (const { id: organizationId, number } of organizations) {
    for (const behaviour of subscriptionsOf(number)) {
      const [n, events] = [subscriptions.length + 1, eventsOf(behaviour)]
      subscriptions.push({ number: n, organizationId, behaviour, events })
      const id = `00000000-0000-7004-8000-${n.toString(16).padStart(12, '0')}`
      rows.push({
        organization: organizationId,
        id,
        url: `${receiverUrl}/${behaviour}/${n}`,
        events: `{${events.join(',')}}`,
        secret: keyRing.encrypt(secretOf(n), signingSecretRow(organizationId, id)),
      })
    }
  }
  await client.query(
    `insert into webhook_subscriptions (organization_id, id, url, events, secret_encrypted)
     select organization, id, url, events::text[], secret
     from jsonb_to_recordset($1::jsonb)
       as made (organization uuid, id uuid, url text, events text, secret text)`,
    [JSON.stringify(rows)],
  )
  return subscriptions
}
