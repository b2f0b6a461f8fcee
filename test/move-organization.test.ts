import { setTimeout as pause } from 'node:timers/promises'
import { openSingleConnection } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import { hashSecret, randomToken } from '@mediajobs/domain'
import { databaseUrl, ensureDatabase } from '@mediajobs/local-engines'
import { createMedia } from '@mediajobs/media'
import { recordSecrets, testLogger } from '@mediajobs/runtime/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { openEmulator } from '@mediajobs/testing/api/card-studio'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { furnishedOrg } from '@mediajobs/testing/api/furnished-org'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { eventually } from '@mediajobs/testing/eventually'
import t, { type Test } from 'tap'
import { runAdmin } from './support/admin.ts'
import {
  type Cells,
  execute,
  migratedDatabase,
  startLogicalPostgres,
  startMove,
} from './support/two-cells.ts'

// docs/contract.md#c15-move

t.setTimeout(240_000)
const server = await startLogicalPostgres(t, 'cells')
const sourceUrl = await migratedDatabase(server, 'source')
const targetUrl = await migratedDatabase(server, 'target')
const there = await testApp(t, { databaseUrl: targetUrl })
const cells: Cells = { sourceUrl, targetUrl, targetApi: there.url }
const cellUrls = new Map([['bb', there.url]])
const mediaBaseUrl = 'http://media.test'
const emulator = await openEmulator(t)
const here = await testApp(t, {
  databaseUrl: sourceUrl,
  cellUrls,
  mediaBaseUrl,
  paymentsApiUrl: emulator.url,
})
const mediaHere = await startMedia(sourceUrl)
const mediaThere = await startMedia(targetUrl)
const move = (organization: string, args: string[] = [], more: Record<string, string> = {}) =>
  startMove(cells, organization, args, more).outcome

async function startMedia(databaseUrl: string): Promise<{ url: string }> {
  const media = createMedia({
    databaseUrl,
    cellUrls,
    poolSize: 2,
    objectStore: testObjectStore(),
    logger: testLogger('media'),
    host: '127.0.0.1',
    port: 0,
  })
  t.teardown(() => media.stop())
  return { url: await media.start() }
}

interface Sent {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
  body: any
}

/** Sends a request to the source (`here`) or to the target (`there`). */
async function send(
  app: { url: string },
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Sent> {
  const response = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}

const BOOKING = { scheduledTime: '2026-05-01T09:30:00Z', addressLine1: '1 Main St' }
const LEAD = { name: 'Sam Doe', email: 'sam@example.test' }
const agentCall = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})
const MOVED = { status: 421, body: { code: 'wrong_cell', cellUrl: there.url } }

t.test('moving an organization with its rows, credentials and links [c15-move]', async (t) => {
  const studio = await deliveringStudio(here)
  const { org } = studio
  const { project, token: delivery } = await studio.deliver({}, undefined, async (projectId) => {
    const alteredFromMediaId = await studio.addMedia(projectId)
    await studio.addPreview(alteredFromMediaId)
    const sky = { alterationKind: 'SKY', alterationNote: 'A blue sky' } as const
    await studio.addPreview(await studio.addMedia(projectId, { alteredFromMediaId, ...sky }))
  })
  const website = `/projects/${project.id}/website`
  await studio.call('PUT', website, {})
  const { body: pages } = await studio.call('POST', `${website}/publish`)
  const sites = [pages.brandedUrl, pages.unbrandedUrl].map((url) => new URL(url).pathname)
  const { photos } = (await send(here, 'GET', sites[0] ?? '')).body
  const [photo, altered] = photos
  const original = new URL(altered.originalsUrl).pathname
  const archived = await studio.call('POST', `/projects/${project.id}/archive`, { size: 'mls' })
  const archive = new URL(archived.body.url).pathname
  const rest = { range: 'bytes=100-' }
  const neighbor = await here.createOrg()
  const key = { 'x-api-key': org.key }
  const session = {
    authorization: `Bearer ${await org.token()}`,
    'x-org-id': org.organizationId,
  }
  const idempotent = { ...key, 'idempotency-key': 'the-same' }
  const booked = await send(here, 'POST', '/projects/create', idempotent, BOOKING)
  t.equal(booked.status, 201)
  const { body: calendar } = await send(here, 'POST', `/users/${org.userId}/calendar`, session)
  const subscription = { url: 'http://127.0.0.1:9/hook', events: ['PROJECT_CREATED'] }
  await send(here, 'POST', '/webhooks/subscriptions', key, subscription)
  await send(here, 'POST', '/projects/create', key, BOOKING)
  const { body: account } = await send(here, 'PUT', '/organization/payment-account', key, {
    provider: 'STRIPE',
    secretKey: emulator.addAccount('Harbor Photo').secretKey,
  })
  const { pathname: paymentEvents } = new URL(account.webhookUrl)

  /** Checks its websites at the old cell, for programs and browsers. */
  async function leadOn(t: Test): Promise<void> {
    for (const site of sites) {
      t.match(await send(here, 'GET', site), MOVED, site)
      t.match(await send(here, 'POST', `${site}/views`), MOVED, `${site}/views`)
      for (const link of [site, `${site}/media/${photo.id}`]) {
        const { status, headers } = await send(here, 'GET', link, { accept: 'text/html' })
        const location = `${there.url}${link}?redirected=1`
        t.strictSame([status, headers.get('location')], [307, location])
      }
    }
    t.match(await send(here, 'GET', original), MOVED, 'original')
    t.match(await send(here, 'POST', `${sites[0]}/leads`, {}, LEAD), MOVED, 'lead')
  }

  const outcome = await move(org.organizationId)
  t.match(outcome, { code: 0, stderr: '' }, outcome.stdout)

  await t.test('the old cell redirects every caller [c15-move-forward]', async (t) => {
    t.match(await send(here, 'GET', '/projects', key), MOVED, 'API key')
    t.match(await send(here, 'POST', '/projects/create', key, BOOKING), MOVED, 'a write')
    t.match(await send(here, 'GET', '/projects', session), MOVED, 'session')
    t.match(
      await send(here, 'GET', '/auth/sessions/current', session),
      MOVED,
      'session, no organization',
    )
    t.match(await send(here, 'GET', `/deliveries/${delivery}`), MOVED, 'delivery')
    t.match(await send(here, 'POST', `/deliveries/${delivery}/approve`, {}, {}), MOVED, 'decision')
    const event = { id: 'evt_1', object: 'event' }
    t.match(await send(here, 'POST', paymentEvents, {}, event), MOVED, "the payment provider's")
    t.match(await send(here, 'POST', '/mcp', key, agentCall('listProjects', {})), MOVED, 'agent')
    await leadOn(t)
    const { pathname } = new URL(calendar.url)
    const led = await send(here, 'GET', pathname)
    t.equal(led.status, 307, 'calendar')
    t.match(led.headers.get('location'), new RegExp(`^${there.url}/calendars/`))
    t.match(await send(mediaHere, 'GET', archive), MOVED, 'archive')
    t.match(await send(mediaHere, 'GET', archive, rest), MOVED, 'a download that is resumed')
  })

  await t.test(
    'the new cell serves the same credentials, ids and responses [c15-move-same]',
    async (t) => {
      const { body } = await send(there, 'GET', `/projects/${booked.body.id}`, key)
      t.strictSame(body, booked.body)
      const again = await send(there, 'POST', '/projects/create', idempotent, BOOKING)
      t.strictSame(again.body, booked.body)
      t.equal(again.headers.get('idempotency-replayed'), 'true')
      t.match(await send(there, 'GET', '/projects', session), { status: 200 })
      t.match(await send(there, 'GET', `/deliveries/${delivery}`), { status: 200 })
      for (const site of sites) {
        t.match(await send(there, 'GET', site), {
          status: 200,
          body: { photos: photos.map(({ id }: { id: string }) => ({ id })) },
        })
      }
      const agent = await send(there, 'POST', '/mcp', key, agentCall('listProjects', {}))
      t.match(agent, { status: 200, body: { result: { isError: undefined } } })
      const unsigned = { status: 400, body: { code: 'signature_invalid' } }
      t.match(await send(there, 'POST', paymentEvents, {}, {}), unsigned, 'it knows the account')
      t.match(await send(mediaThere, 'HEAD', archive), { status: 200 }, 'archive')
      t.match(await send(there, 'POST', '/projects/create', key, BOOKING), { status: 201 })
    },
  )

  await t.test(
    'waiting webhooks have jobs in the new cell, not in the old one [c15-move-same]',
    async (t) => {
      const jobs = `select count(*)::int as count from pgboss.job where data ->> 'organizationId' = '${org.organizationId}'`
      t.match(await execute(sourceUrl, jobs), [{ count: 0 }])
      // One came with the move; the other is for the booking made there.
      t.match(await execute(targetUrl, jobs), [{ count: 2 }])
    },
  )

  await t.test('nothing is left of the replication', async (t) => {
    for (const url of [sourceUrl, targetUrl]) {
      t.strictSame(await execute(url, 'select pubname from pg_publication'), [])
      t.strictSame(await execute(url, 'select slot_name from pg_replication_slots'), [])
      t.strictSame(await execute(url, 'select organization_id from move_marks'), [])
    }
    t.strictSame(await execute(targetUrl, 'select organization_id from organization_moves'), [])
  })

  await t.test('other organizations keep working in the old cell', async (t) => {
    const call = { key: neighbor.key, body: BOOKING }
    t.match(await here.request('POST', '/projects/create', call), { status: 201 })
  })

  await t.test(
    "the rows stay until dropped, and can't be erased [c15-move-forward, c15-move-drop]",
    async (t) => {
      const count = `select count(*)::int as count from projects where organization_id = '${org.organizationId}'`
      t.match(await execute(sourceUrl, count), [{ count: 3 }])
      const erase = ['erase', '--organization', org.organizationId, '--confirm', 'Test Studio']
      t.match(await runAdmin(erase, sourceUrl), { code: 1, stderr: /was moved to the cell bb/ })
      t.match(await move(org.organizationId), { code: 0 }, 'a repeat changes nothing')
      t.match(await move(org.organizationId, ['--abort']), { code: 1, stderr: /was moved to bb/ })

      const dropped = await move(org.organizationId, ['--drop'])
      t.match(dropped, { code: 0, stderr: '' }, dropped.stdout)
      t.match(await execute(sourceUrl, count), [{ count: 0 }])
      const left = [
        'select id from organizations',
        'select organization_id from organization_moves',
        'select key from object_removals',
        `select tgname from pg_trigger where tgname like 'refuse_moved%'`,
      ]
      t.match(await execute(sourceUrl, left[0] ?? ''), [{ id: neighbor.organizationId }])
      for (const statement of left.slice(1)) t.strictSame(await execute(sourceUrl, statement), [])
      t.match(await send(here, 'GET', '/projects', key), MOVED, 'API key')
      t.match(await send(here, 'GET', `/deliveries/${delivery}`), MOVED, 'delivery')
      await leadOn(t)
      t.match(await send(mediaHere, 'GET', archive, rest), MOVED, 'archive')
      t.match(await send(there, 'GET', '/projects', key), { status: 200 })
      t.match(await move(org.organizationId, ['--drop']), { code: 1, stderr: /already dropped/ })
    },
  )
})

t.test(
  "after a move, every table's rows are the same, and links redirect [c15-move, c15-move-forward]",
  async (t) => {
    const { org } = await furnishedOrg(here)
    const ofOrg = `where organization_id = '${org.organizationId}'`
    const token = randomToken(null)
    recordSecrets(token, 'token')
    const hash = hashSecret(token).toString('hex')
    await execute(
      sourceUrl,
      `update orders set token_hash = '\\x${hash}' where id = (select id from orders ${ofOrg} limit 1)`,
    )
    const forms = await execute(sourceUrl, `select public_id from order_forms ${ofOrg}`)
    t.ok(forms.length > 0)
    t.match(await move(org.organizationId), { code: 0, stderr: '' })
    for (const link of [`/orders/${token}`, ...forms.map(({ public_id: id }) => `/book/${id}`)]) {
      t.match(await send(here, 'GET', link), MOVED, link)
    }
    const sums = `
    select json_object_agg(name, sum order by name) as sums from (
      select 'projects' as name, md5(string_agg(r::text, ' ' order by r::text)) as sum
        from projects as r where organization_id = '${org.organizationId}'
      union all select 'events', md5(string_agg(r::text, ' ' order by r::text))
        from events as r where organization_id = '${org.organizationId}'
      union all select 'invoices', md5(string_agg(r::text, ' ' order by r::text))
        from invoices as r where organization_id = '${org.organizationId}') as each`
    const [ours] = await execute(sourceUrl, sums)
    const [theirs] = await execute(targetUrl, sums)
    t.strictSame(ours, theirs)
  },
)

t.test(
  'a write in progress isn’t lost, and later ones are refused while reads continue [c15-move-freeze]',
  async (t) => {
    const org = await here.createOrg()
    const key = { 'x-api-key': org.key }
    const { body: customer } = await send(here, 'POST', '/customers', key, {
      name: 'C',
      email: 'c@c.test',
    })
    // Loads what agents need beforehand: a freeze is short.
    const agent = async (name: string, args: object) =>
      (await send(here, 'POST', '/mcp', key, agentCall(name, args))).body.result
    t.notOk((await agent('listProjects', {})).isError)
    const slow = await openSingleConnection(sourceUrl, 'slow write')
    t.teardown(() => slow.close())
    // A first run has created the triggers. A request admitted before the next run's freeze is slow.
    const first = startMove(cells, org.organizationId)
    await first.printed('catching up')
    first.child.kill('SIGKILL')
    await first.outcome
    await slow.rows('begin')
    const rename = `update customers set name = 'Later' where organization_id = $1 and id = $2`
    await slow.rows(rename, [org.organizationId, customer.id])
    const { outcome, printed } = startMove(cells, org.organizationId)
    await printed('freezing the writes')
    const refused = await until503(() => send(here, 'POST', '/projects/create', key, BOOKING))
    t.match(refused.body, { code: 'organization_moving' })
    t.match(refused.headers.get('retry-after'), /^([1-9]|10)$/)
    t.match(await send(here, 'GET', '/projects', key), { status: 200 })
    for (const [name, args] of [
      ['createProject', { body: BOOKING }],
      ['updateCustomer', { id: customer.id, body: { name: 'Never' } }],
    ] as const) {
      const { isError, content } = await agent(name, args)
      t.match(isError && JSON.parse(content[0].text), { code: 'organization_moving' }, name)
      t.match(content[1].text, /^Retry-After: ([1-9]|10)$/)
    }
    t.notOk((await agent('listProjects', {})).isError)
    await printed('took too long')
    // The line is printed just before the freeze is lifted.
    await eventually('the freeze is lifted', async () => {
      const { status } = await send(here, 'POST', '/projects/create', key, BOOKING)
      return status === 201
    })
    await slow.rows('commit')
    t.match(await outcome, { code: 0, stderr: '' })
    const { body } = await send(there, 'GET', `/customers/${customer.id}`, key)
    t.equal(body.name, 'Later')
  },
)

t.test(
  'rows that differ are named immediately, and the organization continues to work [c15-move, c15-move-freeze]',
  async (t) => {
    const org = await here.createOrg()
    const key = { 'x-api-key': org.key }
    await send(here, 'POST', '/customers', key, { name: 'Same', email: 'same@c.test' })
    const first = startMove(cells, org.organizationId)
    await first.printed('catching up')
    first.child.kill('SIGKILL')
    await first.outcome
    const renameThere = (name: string) =>
      execute(
        targetUrl,
        `update customers set name = '${name}' where organization_id = '${org.organizationId}'`,
      )
    await renameThere('Other')
    const { code, stderr } = await move(org.organizationId)
    t.not(code, 0)
    t.match(stderr, 'The rows differ: customers (1 rows, 1 in the target). Run this again')
    t.notMatch(stderr, 'too short')
    t.match(await send(here, 'POST', '/projects/create', key, BOOKING), { status: 201 })
    await renameThere('Same')
    t.match(await move(org.organizationId), { code: 0, stderr: '' })
  },
)

async function until503(call: () => Promise<Sent>): Promise<Sent> {
  for (;;) {
    const response = await call()
    if (response.status === 503) return response
    await pause(20)
  }
}

t.test('a move can be undone before it switches over [c15-move-abort]', async (t) => {
  const org = await here.createOrg()
  const key = { 'x-api-key': org.key }
  const { outcome, child } = startMove(cells, org.organizationId)
  child.stdout?.on('data', (text) => {
    if (String(text).includes('waiting for background work')) child.kill('SIGKILL')
  })
  t.match(await outcome, { code: -1 })
  t.match(await send(there, 'GET', '/projects', key), { status: 503 }, "it doesn't exist yet")
  const { stdout } = await runAdmin(['list'], sourceUrl)
  t.match(stdout, new RegExp(`${org.organizationId}.*moving to bb`))
  const elsewhere = await startMove(cells, org.organizationId, ['--to', 'cc'], {
    CELL_URLS: `bb=${there.url},cc=${there.url}`,
  }).outcome
  t.match(elsewhere, { code: 1, stderr: /moved to bb, not/ })
  t.match(await move(org.organizationId, ['--drop']), { code: 1, stderr: /was not moved/ })
  const undone = await move(org.organizationId, ['--abort'])
  t.match(undone, { code: 0, stderr: '' }, undone.stdout)
  t.match(await send(here, 'POST', '/projects/create', key, BOOKING), { status: 201 })
  t.match(await send(there, 'GET', '/projects', key), { status: 401 })
  const rows = `select count(*)::int as count from memberships where organization_id = '${org.organizationId}'`
  t.match(await execute(targetUrl, rows), [{ count: 0 }])
  for (const statement of [
    'select pubname from pg_publication',
    'select slot_name from pg_replication_slots',
  ]) {
    t.strictSame(await execute(sourceUrl, statement), [])
  }
  t.match(await move(org.organizationId, ['--abort']), { code: 1, stderr: /is not being moved/ })
  t.match(await move(org.organizationId), { code: 0 }, 'and it can begin again')
})

t.test("a move that can't finish is refused before it begins [c15-move-refused]", async (t) => {
  const org = await here.createOrg()
  const refused = async (reason: RegExp, more: Record<string, string>, id = org.organizationId) =>
    t.match(await move(id, [], more), { code: 1, stderr: reason }, String(reason))
  await refused(/has no organization with this id/, {}, '00000000-0000-7000-8000-000000000000')
  await refused(/already in the cell bb/, { CELL: 'bb' })
  await refused(/CELL_URLS lacks bb/, { CELL_URLS: 'cc=http://127.0.0.1:1' })
  await refused(/is this cell's database/, { MOVE_TARGET_DATABASE_URL: sourceUrl })
  const role = `mover_${org.organizationId.slice(-12)}`
  await execute(targetUrl, `create role ${role} login password 'mover'`)
  t.teardown(() => execute(targetUrl, `drop role ${role}`))
  const unable = new URL(targetUrl)
  unable.username = role
  unable.password = 'mover'
  await refused(/can't create subscriptions/, { MOVE_TARGET_DATABASE_URL: unable.href })
  await refused(/cannot be reached/, { MOVE_TARGET_DATABASE_URL: 'postgres://127.0.0.1:1/x' })
  await ensureDatabase(server, 'empty')
  const empty = databaseUrl(server, 'empty')
  await refused(/not at the same migration/, { MOVE_TARGET_DATABASE_URL: empty })
  const otherKeys = Buffer.alloc(32, 9).toString('base64')
  await deliveringStudio(there).then((studio) => studio.deliver())
  await refused(/can't decrypt the target's secrets/, { SECRETS_KEY: otherKeys })
  const ours = await deliveringStudio(here)
  await ours.deliver()
  await refused(
    /can't decrypt the organization's secrets/,
    { SECRETS_KEY: otherKeys },
    ours.org.organizationId,
  )
  const { url } = await createTestDatabase(t)
  const atMinimal = await testApp(t, { databaseUrl: url })
  const small = await atMinimal.createOrg()
  await t.test('wal_level', async (t) => {
    const { outcome } = startMove({ ...cells, sourceUrl: url }, small.organizationId)
    t.match(await outcome, { code: 1, stderr: /needs wal_level = logical/ })
  })
  await execute(
    targetUrl,
    `insert into users (id, email) values (gen_random_uuid(), upper('${org.email}'))`,
  )
  await refused(/other accounts with these addresses/, {})
  const both = await here.createOrg()
  await execute(
    targetUrl,
    `insert into organizations (id, name) values ('${both.organizationId}', 'Both')`,
  )
  await refused(/already has rows of this organization/, {}, both.organizationId)
  t.strictSame(
    await execute(
      sourceUrl,
      `select step from organization_moves where organization_id in ('${org.organizationId}', '${both.organizationId}')`,
    ),
    [],
    'nothing was started',
  )
})

t.test("two commands for one organization can't run concurrently [c15-move-refused]", async (t) => {
  const org = await here.createOrg()
  const holder = await openSingleConnection(sourceUrl, 'other command')
  await holder.rows(
    `select pg_advisory_lock(hashtextextended('organizations.move.command:' || $1, 0))`,
    [org.organizationId],
  )
  t.match(await move(org.organizationId), { code: 1, stderr: /Another move-organization/ })
  await holder.close()
})
