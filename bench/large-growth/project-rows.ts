import { PROJECT_STATUSES } from '@mediajobs/domain'
import type pg from 'pg'
import { customerId, memberId, organizationId, projectId, projectTime } from './identifiers.ts'
import { CUSTOMERS_OF_SLOT } from './people.ts'
import { type InstallationSize, PROJECTS_OF_SLOT, SMALL } from './size.ts'

// It has no common factor with any number of slots: consecutive projects are of different organizations.
const STEP = 15_485_863

/** SQL: the slot of project `t`. All projects `t + slots`, `t + 2 × slots` … are of the same slot. */
export const slotOf = (t: string, { projects }: InstallationSize) =>
  `((${t})::bigint * ${STEP} % ${Math.floor(projects / PROJECTS_OF_SLOT)})`

// The newest fiftieth is under way.
const UNDER_WAY = ['PENDING', 'BOOKED', 'SHOOTING', 'UPLOADED', 'EDITING', 'IN_REVIEW']
const ENDED = [...Array<string>(18).fill('DELIVERED'), 'CANCELLED', 'IN_REVISION']
const oneOf = (values: readonly string[]) =>
  `(array['${values.join("','")}'])[1 + t % ${values.length}]`
const statusOf = ({ projects }: InstallationSize) =>
  `case when t > ${Math.floor(projects * 0.98)} then ${oneOf(UNDER_WAY)} else ${oneOf(ENDED)} end`
// The words are those that the trigger makes, which would take most of the time of the fill.
const WORDS = [
  'harbour',
  'street',
  'springfield',
  'or',
  '97403',
  'lockbox',
  'at',
  'the',
  'side',
  'door',
]

const insertProjects = (size: InstallationSize) => `
  insert into projects (organization_id, id, status, scheduled_time, address_line1, city, region, postal_code,
    country_code, notes, customer_id, technician_id, editor_id, project_manager_id, media_types,
    estimated_duration, created_at, updated_at, words)
  select slot.organization_id, ${projectId('t', size.projects)}, ${statusOf(size)}, made + interval '3 days',
    t || ' Harbour Street', 'Springfield', 'OR', '97403', 'US', 'Lockbox at the side door',
    case when t % 10 < 7 then ${customerId('slot.n', `(t / 10 % ${CUSTOMERS_OF_SLOT})::integer`)} end,
    case when t % 10 < 6 then ${memberId('slot.organization', '(2 + t / 10 % 2 * 4)::integer')} end,
    case when t % 10 < 5 then ${memberId('slot.organization', '(3 + t / 10 % 2 * 4)::integer')} end,
    case when t % 10 < 3 then ${memberId('slot.organization', '1')} end,
    array['PHOTO', 'VIDEO'], 90, made, least(made + t % 20 * interval '1 day', $1),
    array_to_tsvector(array[prefix || t, ${WORDS.map((word) => `prefix || '${word}'`).join(', ')}])
  from generate_series(1::bigint, ${size.projects}) as t,
    lateral (select ${projectTime('t', size.projects)} as made) as times,
    bench.slots as slot
  where slot.n = ${slotOf('t', size)}`

// The statement writes the words itself. They must be those of the trigger.
const WRONG_WORDS = `
  select count(*)::integer as wrong from projects
  where organization_id = ${organizationId(String(SMALL))}
    and words is distinct from organization_words(organization_id, address_line1, address_line2, city, region, postal_code, notes)`

/** Makes the projects, in the order of their times. Their indexes may be missing. */
export async function fillProjects(
  client: pg.Client,
  size: InstallationSize,
  filledAt: string,
): Promise<void> {
  await client.query(insertProjects(size), [filledAt])
  const { rows } = await client.query<{ wrong: number }>(WRONG_WORDS)
  if (rows[0]?.wrong !== 0)
    throw new Error(`${rows[0]?.wrong} projects have wrong words for a search`)
}

/** The sums of the projects by status, as the service keeps them. */
export async function countProjects(client: pg.Client): Promise<void> {
  const columns = PROJECT_STATUSES.map((status) => status.toLowerCase())
  const counts = PROJECT_STATUSES.map((status) => `count(*) filter (where status = '${status}')`)
  await client.query(
    `insert into project_status_counts (organization_id, shard, ${columns.join(', ')})
     select organization_id, 0, ${counts.join(', ')} from projects group by organization_id`,
  )
}
