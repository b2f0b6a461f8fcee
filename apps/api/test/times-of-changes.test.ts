import { setTimeout as pause } from 'node:timers/promises'
import { sharedApp } from '@mediajobs/testing/api/app'
import { furnishedOrg } from '@mediajobs/testing/api/furnished-org'
import t from 'tap'

// docs/contract.md#c11-time-of-change

const service = await sharedApp()
const { org, idOf, call, make } = await furnishedOrg(service)
const project = `/projects/${idOf('projects')}`
const subscription = `/webhooks/subscriptions/${idOf('subscriptions')}`

interface Change {
  /** The row changed first by another transaction. */
  row: [table: string, id: string]
  method?: string
  path: string
  body?: unknown
  /** Where the time is. Default: `updatedAt` of the response. */
  time?: () => Promise<string>
}

const at = (path: string, field: string) => async () => (await call('GET', path)).body[field]

const CHANGES: Record<string, Change> = {
  customer: change('customers', '/customers', { notes: 'Late' }),
  invoice: change('invoices', '/invoices', { notes: 'Late' }),
  'sent invoice': {
    row: ['invoices', idOf('invoices')],
    method: 'POST',
    path: `/invoices/${idOf('invoices')}/send`,
  },
  project: change('projects', '/projects', { notes: 'Late' }),
  package: change('packages', '/packages', { name: 'Late' }),
  'archived package': {
    row: ['packages', idOf('packages')],
    method: 'DELETE',
    path: `/packages/${idOf('packages')}`,
    time: at(`/packages/${idOf('packages')}`, 'archivedAt'),
  },
  'add-on': change('add_ons', '/add-ons', { name: 'Late' }),
  discount: change('discounts', '/discounts', { percentBasisPoints: 2_000 }),
  'archived discount': {
    row: ['discounts', idOf('discounts')],
    method: 'DELETE',
    path: `/discounts/${idOf('discounts')}`,
    time: at(`/discounts/${idOf('discounts')}`, 'archivedAt'),
  },
  organization: {
    row: ['organizations', org.organizationId],
    path: '/organization',
    body: { name: 'Late Studio' },
  },
  member: {
    row: ['organizations', org.organizationId],
    path: `/users/${idOf('users')}`,
    body: { name: 'Late' },
  },
  subscription: {
    row: ['webhook_subscriptions', idOf('subscriptions')],
    path: subscription,
    body: { description: 'Late' },
  },
  'name of a file': {
    row: ['media', idOf('media')],
    path: `/media/${idOf('media')}/rename`,
    body: { filename: 'late.jpg' },
  },
  'order of files': {
    row: ['projects', idOf('projects')],
    path: '/media/reorder',
    body: { projectId: idOf('projects'), mediaIds: [idOf('originals'), idOf('media')] },
    time: at(`/media/${idOf('originals')}`, 'updatedAt'),
  },
  delivery: {
    row: ['projects', idOf('projects')],
    method: 'POST',
    path: `${project}/deliver`,
    body: { force: true },
    time: at(`${project}/delivery`, 'createdAt'),
  },
  approval: {
    row: ['projects', idOf('projects')],
    method: 'POST',
    path: `${project}/approve`,
    time: at(project, 'approvedAt'),
  },
  'revoked delivery': {
    row: ['projects', idOf('projects')],
    method: 'DELETE',
    path: `${project}/delivery`,
    time: at(`${project}/delivery`, 'revokedAt'),
  },
}

function change(table: string, path: string, body: object): Change {
  const id = idOf(path.slice(1))
  return { row: [table, id], path: `${path}/${id}`, body }
}

// Not pg_stat_activity: a transaction keeps seeing its first snapshot of it.
const WAITING = `
  select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`

/** Sends a change while another transaction changes its row. @returns the time until which it was held */
async function changeBehind({ row: [table, id], method = 'PATCH', path, body }: Change) {
  const holder = await service.store.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`update ${table} set id = id where id = $1`, [id])
    const changed = call(method, path, body)
    while ((await holder.query(WAITING)).rowCount === 0) await pause(5)
    // Record times are in milliseconds.
    await holder.query('select pg_sleep(0.002)')
    const { rows } = await holder.query('select clock_timestamp()::timestamptz(3) as until')
    await holder.query('commit')
    return { until: rows[0].until as string, response: await changed }
  } finally {
    holder.release()
  }
}

t.test('a change is timestamped after waiting for its record [c11-time-of-change]', async (t) => {
  for (const [name, each] of Object.entries(CHANGES)) {
    const { until, response } = await changeBehind(each)
    t.ok(response.status < 300, `${name}: ${JSON.stringify(response.body)}`)
    const time = each.time ? await each.time() : response.body.updatedAt
    t.ok(time >= until, `${name}: ${time} is not before ${until}`)
  }
})

t.test("a record's events are in chronological order [c11-time-of-change]", async (t) => {
  const { id } = await make('/customers', { name: 'Busy', email: 'busy@times.test' })
  const notes = Array.from({ length: 30 }, (_, n) => ({ notes: `${n}` }))
  await Promise.all(notes.map((body) => call('PATCH', `/customers/${id}`, body)))
  const { body } = await call('GET', '/events?event=CUSTOMER_UPDATED&limit=100')
  const times = body.data
    .filter(({ data }: { data: { customerId: string } }) => data.customerId === id)
    .map(({ data }: { data: { occurredAt: string } }) => data.occurredAt)
  t.equal(times.length, notes.length)
  t.strictSame(times, times.toSorted().toReversed(), 'newest first')
})
