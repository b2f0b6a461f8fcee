// docs/contract.md#c22-records: a page of a customer's list reads the same amount at any organization size and position
// in the list.

import { createTestDatabase } from '@mediajobs/db/testing'
import { MAX_PAGE_BYTES, openKeyRing, tokenRow } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { signInToPortal } from '@mediajobs/testing/api/portal'
import { pathFrom } from '@mediajobs/testing/plans/interface-lists'
import {
  isWalk,
  nodesOf,
  type Plan,
  type PlanNode,
  recordPlans,
  relationsOf,
} from '@mediajobs/testing/plans/plan-recorder'
import pg from 'pg'
import t from 'tap'
import { needsSuperuser } from './support/superuser.ts'

await needsSuperuser(t)
const CUSTOMERS = 990
const ROWS = 20_000
const MEMBERS = 50
const LIMIT = 20

const { url: databaseUrl } = await createTestDatabase(t)
const direct = await testApp(t, { databaseUrl })
const { sql } = direct.store
const { organizationId } = await direct.createOrg()

// A fifth belongs to the first customer, whose names and addresses have the maximum length. The second one leads a
// group.
const OWNER = `case when i % 5 = 0 then 1 else 2 + i % ${CUSTOMERS - 1} end`
const CLIENT = (n: string) => `('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
const LONG = (length: number) => `repeat(U&'\\0001', ${length})`
const AT = `now() - i * interval '1 minute'`
const PROJECTS = `insert into projects (organization_id, id, status, scheduled_time, address_line1, city, customer_id, created_at)
   select $1, uuid_v7(), (array['BOOKED', 'DELIVERED'])[1 + i / 5 % 2], now() + (i - ${ROWS / 2}) * interval '1 minute',
     ${LONG(200)}, ${LONG(100)}, ${CLIENT(OWNER)}, ${AT}
   from generate_series(1, ${ROWS}) as i`
const FILL = [
  `insert into customers (organization_id, id, name, email)
   select $1, ${CLIENT('i')}, case when i = 1 then ${LONG(200)} else 'Customer' end, 'Customer' || i || '@example.test'
   from generate_series(1, ${CUSTOMERS}) as i`,
  `with studio as (
     insert into customer_groups (organization_id, id, name, billing, payment_terms)
     values ($1, uuid_v7(), 'Group', 'MEMBER', 'ON_DELIVERY') returning id)
   insert into customer_group_members (organization_id, id, group_id, customer_id, role, created_at)
   select $1, uuid_v7(), studio.id, ${CLIENT('i')}, case when i = 2 then 'LEAD' else 'MEMBER' end,
     now() - interval '1 year'
   from studio, generate_series(2, ${MEMBERS} + 1) as i`,
  PROJECTS,
  `insert into client_deliveries (organization_id, id, project_id, token_hash, token_encrypted, media_ids)
   select $1, id, id, sha256(uuid_send(id)), '', '{}' from projects
   where organization_id = $1 and status = 'DELIVERED'`,
  `insert into project_visits (organization_id, id, project_id, kind, scheduled_time, is_mirrored)
   select $1, uuid_v7(), id, 'OTHER', scheduled_time + interval '1 day', false
   from (select * from projects where organization_id = $1 order by id limit ${ROWS / 4}) as project`,
  `insert into invoices (organization_id, id, status, customer_id, currency, line_items, subtotal_amount,
     discount_amount, tax_amount, total_amount, sent_at, created_at)
   select $1, uuid_v7(), 'SENT', ${CLIENT(OWNER)}, 'USD', '[]', 1, 0, 0, 1, now(), ${AT}
   from generate_series(1, ${ROWS}) as i`,
  `with form as (
     insert into order_forms (organization_id, id, public_id, name, package_ids, add_on_ids, questions, scheduling,
       slot_minutes, notice_hours, horizon_days, travel_minutes, payment, confirmation, frame_ancestors)
     values ($1, uuid_v7(), 'form', 'Form', '{}', '{}', '[]', 'NONE', 30, 24, 31, 0, 'NONE', 'BY_STAFF', '{}')
     returning id)
   insert into orders (organization_id, id, form_id, status, hold_token_hash, duration_minutes, selection, placed_at,
     address_line1, city, customer_id, customer_email, created_at)
   select $1, uuid_v7(), form.id, case when is_known then 'CONFIRMED' else 'REQUESTED' end,
     sha256(uuid_send(gen_random_uuid())), 60, '{"packageId": null, "addOnIds": [], "discountCode": null}', now(),
     ${LONG(200)}, ${LONG(100)}, case when is_known then ${CLIENT('owner')} end, 'customer' || owner || '@example.test', ${AT}
   from form, generate_series(1, ${ROWS}) as i,
     lateral (select ${OWNER} as owner, i / 5 % 2 = 0 as is_known) as kind`,
]
// Without the service's statement timeout.
const filler = new pg.Client(databaseUrl)
await filler.connect()
for (const text of FILL) await filler.query(text, [organizationId])
await sealTokens()
await filler.query('analyze')
await filler.end()

/** Gives each delivery a token that can be decrypted. */
async function sealTokens(): Promise<void> {
  const keyRing = openKeyRing(Buffer.alloc(32, 1).toString('base64'))
  const { rows } = await filler.query<{ id: string }>('select id from client_deliveries')
  const tokens = rows.map(({ id }) => keyRing.encrypt(id, tokenRow(organizationId, id)))
  await filler.query(
    `update client_deliveries set token_encrypted = token
     from unnest($1::uuid[], $2::text[]) as made (delivery, token) where id = delivery`,
    [rows.map(({ id }) => id), tokens],
  )
}

const settings = ['auto_explain.log_analyze=on', 'auto_explain.log_timing=off']
const recorder = await recordPlans(t, databaseUrl, sql, settings)
const generic = await recordPlans(t, databaseUrl, sql, [
  ...settings,
  'plan_cache_mode=force_generic_plan',
])
const clients = [
  { by: recorder, api: await testApp(t, { databaseUrl: recorder.url }) },
  { by: generic, api: await testApp(t, { databaseUrl: generic.url }) },
]
const client = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [many, lead] = [
  await signInToPortal(direct, organizationId, client(1)),
  await signInToPortal(direct, organizationId, client(2)),
]

interface List {
  table: string
  indexes: string[]
  column?: string
  /** Every second row is omitted. */
  isHalf?: boolean
}

/** The lists, and the index each walks for every visible customer. */
const LISTS: Record<string, List> = {
  projects: { table: 'projects', indexes: ['projects_customer_created'] },
  orders: { table: 'orders', indexes: ['orders_customer', 'orders_email'] },
  deliveries: { table: 'projects', indexes: ['projects_customer_created'], isHalf: true },
  invoices: { table: 'invoices', indexes: ['invoices_customer'] },
  visits: {
    table: 'projects',
    indexes: ['projects_customer_scheduled'],
    column: 'scheduled_time',
    isHalf: true,
  },
}
// An organization has few additional upcoming visits. They are walked in order, for all customers.
const WALKED_TOGETHER = 'project_visits_scheduled'

interface Measured extends PlanNode {
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
}

/** The rows of a table read by plans, by index. */
function rowsRead(plans: readonly Plan[], table: string): Map<string, number> {
  const rows = new Map<string, number>()
  const nodes = plans.flatMap(({ root }) => nodesOf(root)) as Measured[]
  for (const node of nodes) {
    if (node['Relation Name'] !== table) continue
    const index = node['Index Name'] ?? 'none'
    const each = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
    rows.set(index, (rows.get(index) ?? 0) + each * (node['Actual Loops'] ?? 1))
  }
  return rows
}

for (const [kind, { table, indexes, column = 'created_at', isHalf }] of Object.entries(LISTS)) {
  t.test(
    `any page of GET /portal/${kind} reads one page of each visible customer [c22-records, c4-filter-cost]`,
    async (t) => {
      const path = `/portal/${kind}?limit=${LIMIT}`
      const large = await relationsOf(sql, 1_000)
      for (const [token, customers] of [
        [many, 1],
        [lead, MEMBERS],
      ] as const) {
        const { body: first } = await direct.request('GET', path, { token })
        t.equal(first.data.length, LIMIT)
        // Nine tenths into the list.
        const [position] = await sql.queryOnce<{ value: string; id: string }>(
          `select ${column} as value, id from ${table} where organization_id = $1
           order by ${column} ${kind === 'visits' ? '' : 'desc'} offset ${kind === 'visits' ? ROWS * 0.8 : ROWS * 0.9} limit 1`,
          [organizationId],
        )
        for (const page of [path, pathFrom(path, first.nextCursor, position)]) {
          for (const { by, api } of clients) {
            const plans = await by.during(async () => {
              const { status, body } = await api.request('GET', page, { token })
              t.equal(status, 200)
              t.equal(body.data.length, LIMIT)
            })
            const walks = plans.flatMap(({ scans }) => scans).filter((scan) => isWalk(scan, large))
            t.strictSame(
              walks.filter(({ index }) => !index?.endsWith(WALKED_TOGETHER)),
              [],
              'no large table or index is read whole',
            )
            const read = rowsRead(plans, table)
            const own = indexes.reduce((sum, index) => sum + (read.get(index) ?? 0), 0)
            t.ok(own > 0, `${[...read.keys()]} has ${indexes}`)
            const most = (LIMIT + 1) * customers * indexes.length * (isHalf ? 4 : 1)
            t.ok(own <= most, `${own} rows of ${indexes} were read, at most ${most}`)
          }
        }
      }
    },
  )
}

t.test(
  'a page of the longest records ends at 4 MiB, and pages have each record once [c10-page]',
  async (t) => {
    for (const kind of Object.keys(LISTS)) {
      const seen = new Set<string>()
      let records = 0
      let cursor = ''
      // A thousand records are enough to verify that pages neither repeat nor skip.
      while (records < 1_000) {
        const path = `/portal/${kind}?limit=100${cursor && `&cursor=${cursor}`}`
        const { status, body, headers } = await direct.request('GET', path, { token: many })
        t.equal(status, 200)
        t.ok(Number(headers['content-length']) <= MAX_PAGE_BYTES)
        records += body.data.length
        for (const { id } of body.data) seen.add(id)
        if (body.nextCursor === null) break
        cursor = body.nextCursor
      }
      t.ok(records >= 500, `${kind}: ${records}`)
      t.equal(seen.size, records, kind)
    }
  },
)
