import { newId } from '@mediajobs/db'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { openStudio } from '@mediajobs/testing/api/studio'
import { SECRETS_KEY } from '@mediajobs/testing/key-ring'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'
import { runAdmin } from './support/admin.ts'
import { execute, migratedDatabase, startLogicalPostgres, startMove } from './support/two-cells.ts'

// The rows that a moved organization leaves until `--drop`.

t.setTimeout(240_000)
const server = await startLogicalPostgres(t, 'rows')
const sourceUrl = await migratedDatabase(server, 'source')
const targetUrl = await migratedDatabase(server, 'target')
const there = await testApp(t, { databaseUrl: targetUrl })
const here = await testApp(t, { databaseUrl: sourceUrl, cellUrls: new Map([['bb', there.url]]) })
const NEW_KEY = Buffer.alloc(32, 2).toString('base64')
const admin = (...args: string[]) =>
  runAdmin(args, sourceUrl, { SECRETS_KEY: [NEW_KEY, SECRETS_KEY].join() })

const studio = await openStudio(here)
const { organizationId } = studio.org
const neighbour = await here.createOrg()
const person = await here.createMember(neighbour, 'EDITOR')
const AWAY = 'The organization was moved to the cell bb: run the command there.\n'

/** A webhook subscription with deliveries, a waiting picture and a refused one, mail and removals, all long due. */
async function leave(): Promise<void> {
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await studio.add(name, Buffer.from('no picture'))
  const { body: subscription } = await studio.call('POST', '/webhooks/subscriptions', {
    url: 'http://127.0.0.1:9/hook',
    events: ['PROJECT_CREATED'],
  })
  await studio.call('POST', `/webhooks/subscriptions/${subscription.id}/rotate-secret`, {})
  const { sql } = here.store
  for (const [status, finished] of [
    ['FAILED', 'now()'],
    ['PENDING', 'null'],
  ]) {
    await sql.queryOnce(
      `insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event, status, attempts,
         next_attempt_at, finished_at)
       select $1, uuid_v7(), $2, uuid_v7(), 'PROJECT_CREATED', '${status}', 1,
         ${finished === 'null' ? `now() - interval '1 hour'` : 'null'}, ${finished}`,
      [organizationId, subscription.id],
    )
  }
  await sql.queryOnce(
    `update webhook_subscriptions set previous_secret_until = now() - interval '1 minute'`,
  )
  await sql.queryOnce(`update media_previews set created_at = now() - interval '1 hour'`)
  await sql.queryOnce(
    `delete from media_previews where media_id = (select id from media order by id limit 1)`,
  )
  await sql.queryOnce(
    `update media_previews set state = 'REFUSED', reason = 'no picture'
     where media_id = (select id from media order by id desc limit 1)`,
  )
  await sql.queryOnce(
    `insert into object_removals (organization_id, key, next_attempt_at) values ($1, 'left', now() - interval '1 hour')`,
    [organizationId],
  )
  await sql.queryOnce(
    `insert into memberships (organization_id, user_id, account_id, name, role, accepted_at)
     values ($1, $2, $2, 'Ed', 'EDITOR', now())`,
    [organizationId, person.userId],
  )
}

await leave()
const move = startMove({ sourceUrl, targetUrl, targetApi: there.url }, organizationId)
t.match(await move.outcome, { code: 0, stderr: '' })

t.test("rows left by a move don't count as backlog of the old cell", async (t) => {
  const dispatcher = await startDispatcher(t, sourceUrl, {
    METRICS_PORT: '0',
    SMTP_URL: 'smtp://127.0.0.1:9',
    DELIVERY_BASE_URL: 'http://127.0.0.1/deliveries',
  })
  const [, port] = await dispatcher.waitForOutput(
    /"port":(\d+),"msg":"dispatcher.metrics_listening"/,
  )
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const name of [
    'webhook_oldest_due_seconds',
    'derivatives_oldest_waiting_seconds',
    'object_removals_waiting',
    'mail_oldest_due_seconds',
  ]) {
    t.match(metrics, new RegExp(`^${name} 0$`, 'm'))
  }
})

t.test('commands for all organizations skip rows left by a move', async (t) => {
  for (const command of [
    ['rekey'],
    ['derive', '--missing'],
    ['derive', '--refused'],
    ['requeue', '--all'],
    ['check-ledger'],
  ]) {
    const { code, stdout, stderr } = await admin(...command)
    t.match({ code, stderr }, { code: 0, stderr: '' }, `${command.join(' ')}: ${stdout}`)
  }
  const { stdout } = await admin('deactivate-user', '--email', person.email)
  t.match(stdout, new RegExp(`^deactivated .* ${neighbour.organizationId}\n$`))
})

t.test('commands for a moved organization name its new cell', async (t) => {
  const id = ['--organization', organizationId]
  for (const command of [
    ['export', ...id, '--output', `${await scratchFolder(t)}/stale.ndjson`],
    ['derive', '--missing', ...id],
    ['requeue', ...id],
    ['check-ledger', ...id],
    ['revoke-keys', ...id, '--all'],
    ['deactivate-user', ...id, '--email', person.email],
  ]) {
    t.match(await admin(...command), { code: 1, stdout: '', stderr: AWAY }, command.join(' '))
  }
})

t.test('an unknown organization is refused by every command', async (t) => {
  for (const command of [['derive', '--missing'], ['requeue'], ['check-ledger']]) {
    t.match(await admin(...command, '--organization', newId()), {
      code: 1,
      stderr: 'No organization has this id.\n',
    })
  }
})

t.test('a rekey in the target leaves an organization alone while it arrives', async (t) => {
  const arriving = `insert into organization_moves (organization_id, step, cell, is_away)
    values ('${organizationId}', 'ARRIVING', 'aa', true)`
  await execute(targetUrl, arriving)
  const rekey = () => runAdmin(['rekey'], targetUrl, { SECRETS_KEY: [NEW_KEY, SECRETS_KEY].join() })
  const { code, stdout } = await rekey()
  t.equal(code, 1)
  t.match(stdout, /finish running moves/)
  await execute(targetUrl, 'delete from organization_moves')
  t.match(await rekey(), { code: 0 })
})

t.test(
  'rows left by a move can be erased after the organization was erased in its new cell',
  async (t) => {
    const erase = ['erase', '--organization', organizationId, '--confirm', 'Test Studio']
    t.match(await runAdmin(erase, targetUrl), { code: 0 })
    const drop = startMove({ sourceUrl, targetUrl, targetApi: there.url }, organizationId, [
      '--drop',
    ])
    const { code, stderr } = await drop.outcome
    t.equal(code, 1)
    t.match(stderr, /If it was erased there, delete its row in organization_moves .* erase it here/)
    await execute(
      sourceUrl,
      `delete from organization_moves where organization_id = '${organizationId}'`,
    )
    t.match(await runAdmin(erase, sourceUrl), { code: 0 })
    const left = `select id from projects where organization_id = '${organizationId}'`
    t.strictSame(await execute(sourceUrl, left), [])
  },
)
