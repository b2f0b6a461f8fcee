import { openDatabase } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { accept } from '@mediajobs/testing/api/people'
import { asPerson } from '@mediajobs/testing/api/sign-in'
import { webhookStudio } from '@mediajobs/testing/api/webhook-studio'
import t from 'tap'
import { progressOn } from '../scripts/admin/command.ts'
import { runAdmin } from './support/admin.ts'

// docs/contract.md#c2-first-organization

const service = await testApp(t)
const run = (args: string[], databaseUrl = service.databaseUrl) => runAdmin(args, databaseUrl)
const create = (name: string, email: string, ...more: string[]) =>
  run(['create-organization', '--name', name, '--owner-email', email, ...more])
const PASSWORD = 'correct horse battery'
const signIn = (email: string, password: string) =>
  service.request('POST', '/auth/sessions', { body: { email, password } })

t.test(
  'the first organization has an owner who can sign in, and a working key [c2-first-organization]',
  async (t) => {
    const outcome = await create('Studio One', 'Owner@One.test', '--owner-name', 'Olga', '--json')
    t.match(outcome, { code: 0, stderr: '' })
    const made = JSON.parse(outcome.stdout)
    t.strictSame(Object.keys(made), ['organization', 'owner', 'password', 'apiKey'])
    const organizationId = made.organization.id
    t.match(made.organization, { name: 'Studio One' })
    t.match(made.owner, {
      organizationId,
      email: 'owner@one.test',
      name: 'Olga',
      role: 'ADMIN',
      active: true,
    })
    const { body } = await signIn('owner@one.test', made.password)
    t.strictSame(body.organizations, [
      { id: organizationId, name: 'Studio One', role: 'ADMIN', calendarCreatedAt: null },
    ])
    const current = await service.request('GET', '/api-keys/current', { key: made.apiKey })
    t.match(current.body, {
      organization: { id: organizationId },
      role: 'ADMIN',
      scopes: ['ADMIN'],
      userId: made.owner.id,
    })
  },
)

t.test(
  'an existing account with the same address has no access to a new organization [c2-first-new-account]',
  async (t) => {
    const attacker = await service.createOrg()
    const email = 'boss@newcustomer.test'
    const invited = await attacker.call('POST', '/users', {
      email,
      name: 'Boss',
      role: 'TECHNICIAN',
    })
    const { body: claimed } = await accept(service, invited.body.invitationToken, PASSWORD)
    const made = JSON.parse((await create('New Customer', email.toUpperCase(), '--json')).stdout)
    t.type(made.password, 'string')
    const { id } = made.organization
    const call = asPerson(service, claimed.accessToken, id)
    t.match(await call('POST', '/api-keys', { name: 'K', scopes: ['ADMIN'] }), { status: 404 })
    const again = await signIn(email, PASSWORD)
    t.match(again.body.organizations, [{ id: attacker.organizationId }])
    t.equal(again.body.organizations.length, 1)
    const { body } = await signIn(email, made.password)
    t.strictSame(body.organizations, [
      { id, name: 'New Customer', role: 'ADMIN', calendarCreatedAt: null },
    ])
  },
)

t.test(
  'an owner with an account accepts an invitation with that password [c2-first-new-account]',
  async (t) => {
    const org = await service.createOrg()
    const outcome = await create('B', org.email, '--invite', '--json')
    const made = JSON.parse(outcome.stdout)
    t.strictSame(Object.keys(made), ['organization', 'owner', 'invitationToken', 'apiKey'])
    const { id } = made.organization
    const before = await signIn(org.email, org.password)
    t.equal(before.body.organizations.length, 1, 'the invitation is not accepted yet')
    const call = asPerson(service, before.body.accessToken, id)
    t.equal((await call('GET', '/projects')).status, 404)
    const key = { key: made.apiKey }
    t.equal(
      (await service.request('GET', '/projects', key)).status,
      200,
      'the key works immediately',
    )
    const path = `/users/${made.owner.id}`
    const lastAdmin = { status: 409, body: { code: 'last_admin' } }
    t.match(await service.request('PATCH', path, { ...key, body: { active: false } }), lastAdmin)
    t.match(await service.request('PATCH', path, { ...key, body: { role: 'EDITOR' } }), lastAdmin)
    const { body } = await accept(service, made.invitationToken, org.password)
    t.equal(body.organizations.length, 2)
    t.equal((await call('GET', '/projects')).status, 200)
  },
)

t.test("an invited owner's key can reissue the invitation", async (t) => {
  const made = JSON.parse((await create('C', 'late@late.test', '--invite', '--json')).stdout)
  const again = await service.request('POST', `/users/${made.owner.id}/invitation`, {
    key: made.apiKey,
  })
  t.equal(again.status, 201)
  t.equal((await accept(service, made.invitationToken, PASSWORD)).status, 401)
  t.equal((await accept(service, again.body.invitationToken, PASSWORD)).status, 201)
})

t.test('without --json, the output is for people [c2-first-organization]', async (t) => {
  const { code, stdout } = await create('Studio Three', 'three@three.test')
  t.equal(code, 0)
  for (const line of [/^organization +Studio Three /m, /^owner +three@three\.test /m]) {
    t.match(stdout, line)
  }
  const password = /^password +(\S+)$/m.exec(stdout)?.[1] ?? ''
  t.equal((await signIn('three@three.test', password)).status, 201)
  t.match(stdout, /^API key +mjk_\w{49}$/m)
})

t.test('with CELL, the first key and the invitation name the cell', async (t) => {
  const args = ['create-organization', '--name', 'Cell', '--owner-email', 'eu@one.test', '--json']
  const invited = await runAdmin([...args, '--invite'], service.databaseUrl, { CELL: 'eu1' })
  const { apiKey, invitationToken } = JSON.parse(invited.stdout)
  t.match(apiKey, /^mjk_eu1_[0-9A-Za-z]{49}$/)
  t.match(invitationToken, /^mji_eu1_[0-9A-Za-z]{43}$/)
  t.equal((await service.request('GET', '/api-keys/current', { key: apiKey })).status, 200)
  const wrong = await runAdmin(args, service.databaseUrl, { CELL: 'EU 1' })
  t.equal(wrong.code, 1)
  t.match(wrong.stderr, /^CELL must be [^\n]+\n$/)
})

t.test('a forgotten password can be reset, which ends all sessions', async (t) => {
  const org = await service.createOrg()
  const call = { token: await org.token(), headers: { 'x-org-id': org.organizationId } }
  t.equal((await service.request('GET', '/projects', call)).status, 200)
  const reset = await run(['reset-password', '--email', org.email.toUpperCase(), '--json'])
  t.equal(reset.code, 0)
  t.equal((await service.request('GET', '/projects', call)).status, 401)
  t.equal((await signIn(org.email, org.password)).status, 401)
  t.equal((await signIn(org.email, JSON.parse(reset.stdout).password)).status, 201)
  t.match(await run(['reset-password', '--email', 'nobody@example.test']), {
    code: 1,
    stderr: 'No user has the email nobody@example.test.\n',
  })
})

t.test('for an address with several accounts, --organization names the one to reset', async (t) => {
  const [one, other, third] = [
    await service.createOrg(),
    await service.createOrg(),
    await service.createOrg(),
  ]
  const tokens = []
  for (const { key } of [other, third]) {
    const body = { email: one.email, name: 'Same', role: 'EDITOR' }
    tokens.push((await service.request('POST', '/users', { key, body })).body.invitationToken)
  }
  await accept(service, tokens[0], PASSWORD)
  const reset = (...more: string[]) => run(['reset-password', '--email', one.email, ...more])
  const unnamed = await reset()
  t.match(unnamed, { code: 1, stdout: '', stderr: /^\S+ has 2 accounts\. [^\n]+\n$/ })
  for (const { organizationId } of [one, other]) t.match(unnamed.stderr, organizationId)
  t.match(await reset('--organization', third.organizationId), {
    code: 1,
    stderr: /^\S+ has not accepted an invitation yet, [^\n]+\n$/,
  })
  const named = await reset('--organization', other.organizationId, '--json')
  const { password, organizations } = JSON.parse(named.stdout)
  t.strictSame(organizations, [{ id: other.organizationId, name: 'Test Studio' }])
  t.equal((await signIn(one.email, PASSWORD)).status, 401)
  t.match((await signIn(one.email, password)).body.organizations, [{ id: other.organizationId }])
  t.equal((await signIn(one.email, one.password)).status, 201)
})

t.test("a reset clears the address's failed sign-ins [c2-session-reset]", async (t) => {
  const org = await service.createOrg()
  for (let i = 0; i < 10; i++) await signIn(org.email, 'a guess that fails')
  t.equal((await signIn(org.email, org.password)).status, 429)
  const { stdout } = await run(['reset-password', '--email', org.email, '--json'])
  t.equal((await signIn(org.email, JSON.parse(stdout).password)).status, 201)
})

t.test('erasing an organization deletes accounts without another membership', async (t) => {
  for (const erased of ['own', 'further']) {
    const [own, other] = [await service.createOrg(), await service.createOrg()]
    const body = { email: own.email, name: 'Same', role: 'EDITOR' }
    const invited = await service.request('POST', '/users', { key: other.key, body })
    await accept(service, invited.body.invitationToken, PASSWORD)
    const before = await signIn(own.email, own.password)
    const { organizationId } = erased === 'own' ? own : other
    const args = ['erase', '--organization', organizationId, '--confirm', 'Test Studio']
    t.equal((await run(args)).code, 0)
    const statuses = [
      (await signIn(own.email, own.password)).status,
      (await signIn(own.email, PASSWORD)).status,
    ]
    t.strictSame(statuses, erased === 'own' ? [401, 201] : [201, 401])
    const call = asPerson(service, before.body.accessToken, own.organizationId)
    t.equal((await call('GET', '/projects')).status, erased === 'own' ? 401 : 200)
  }
})

t.test('`list` shows an organization with its people and keys, but no secrets', async (t) => {
  const { org, subscribe } = await webhookStudio(service)
  const { body: subscription } = await subscribe('https://example.com/listed')
  const editor = await service.createMember(org, 'EDITOR')
  const all = await run(['list'])
  t.equal(all.code, 0)
  t.match(
    all.stdout,
    new RegExp(`^${org.organizationId}  .* 2 users +1 keys +0 projects +Test`, 'm'),
  )
  const { stdout } = await run(['list', '--organization', org.organizationId, '--json'])
  const one = JSON.parse(stdout)
  t.match(one, {
    organization: { id: org.organizationId, name: 'Test Studio' },
    users: [
      { email: org.email, role: 'ADMIN' },
      { email: editor.email, role: 'EDITOR' },
    ],
    apiKeys: [{ prefix: org.key.slice(0, 12), scopes: ['ADMIN'], revokedAt: null }],
    webhooks: [{ id: subscription.id, url: 'https://example.com/listed', active: true }],
  })
  for (const secret of [org.key, subscription.secret]) t.notOk(stdout.includes(secret))
  t.notOk(/hash|encrypted/i.test(stdout))
})

t.test('a person can be deactivated and reactivated, except the last ADMIN', async (t) => {
  const org = await service.createOrg()
  const manager = await service.createMember(org, 'MANAGER')
  const key = await manager.keyWith('READ')
  const call = { token: await manager.token(), headers: { 'x-org-id': org.organizationId } }
  const statuses = async () => [
    (await service.request('GET', '/projects', { key })).status,
    (await service.request('GET', '/projects', call)).status,
  ]
  t.strictSame(await statuses(), [200, 200])
  const { code, stdout } = await run(['deactivate-user', '--email', manager.email.toUpperCase()])
  t.equal(code, 0)
  t.match(stdout, `deactivated  ${manager.email}  MANAGER of Test Studio`)
  t.strictSame(await statuses(), [401, 401])
  const where = ['--organization', org.organizationId]
  const again = await run(['activate-user', '--email', manager.email, ...where, '--json'])
  t.match(JSON.parse(again.stdout), [{ id: manager.userId, active: true }])
  t.strictSame(await statuses(), [200, 200])
  t.match(await run(['deactivate-user', '--email', org.email, ...where]), {
    code: 1,
    stderr: /^Test Studio: An organization needs an active ADMIN [^\n]*\n$/,
  })
})

t.test("revoke-keys revokes a person's keys, or all of an organization's", async (t) => {
  const org = await service.createOrg()
  const elsewhere = await service.createOrg()
  const manager = await service.createMember(org, 'MANAGER')
  const key = await manager.keyWith('READ')
  const revoke = (...which: string[]) =>
    run(['revoke-keys', '--organization', org.organizationId, ...which, '--json'])
  const statusOf = async (key: string) =>
    (await service.request('GET', '/projects', { key })).status
  t.match(JSON.parse((await revoke('--user', manager.email)).stdout), [
    { createdByUserId: manager.userId },
  ])
  t.strictSame([await statusOf(key), await statusOf(org.key)], [401, 200])
  t.match(JSON.parse((await revoke('--all')).stdout), { length: 1 }, 'the other was revoked before')
  t.strictSame([await statusOf(org.key), await statusOf(elsewhere.key)], [401, 200])
})

t.test('requeue retries failed deliveries once, only of active subscriptions', async (t) => {
  const { org, call, subscribe } = await webhookStudio(service)
  const { sql } = service.store
  const failed = 1_100
  const receivers = await Promise.all([
    subscribe('https://example.com/on'),
    subscribe('https://example.com/off', { active: false }),
  ])
  const [on, off] = receivers.map(({ body }) => body.id)
  for (const [id, status, count] of [
    [on, 'FAILED', failed],
    [on, 'CANCELLED', 1],
    [off, 'FAILED', 2],
  ]) {
    await sql.query(
      `insert into webhook_deliveries (organization_id, id, subscription_id, event_id, event, status,
         attempts, next_attempt_at, finished_at)
       select $1, uuid_v7(), $2, uuid_v7(), 'PROJECT_CREATED', $3, 6, null, now()
       from generate_series(1, $4)`,
      [org.organizationId, id, status, count],
    )
  }
  const requeue = async (...more: string[]) => {
    const span = ['--organization', org.organizationId, '--since', '2026-01-01T00:00:00Z']
    return JSON.parse((await run(['requeue', ...span, '--json', ...more])).stdout)
  }
  t.match(await requeue('--dry-run'), { requeued: failed, switchedOff: 2, dryRun: true })
  t.match(await requeue(), { requeued: failed, switchedOff: 2 })
  t.match(await requeue(), { requeued: 0 }, "a waiting delivery isn't requeued")
  const { body } = await call('GET', `/webhooks/subscriptions/${on}/deliveries?status=RETRYING`)
  t.match(body.data[0], { attempts: 6, finishedAt: null, nextAttemptAt: String })
  const jobs = await sql.query(`select from pgboss.job where data ->> 'organizationId' = $1`, [
    org.organizationId,
  ])
  t.equal(jobs.length, failed)
})

t.test('progress is one line on a terminal, and omitted elsewhere', async (t) => {
  const shown = (isTTY: boolean) => {
    let text = ''
    const progress = progressOn({ isTTY, columns: 12, write: (more) => (text += more) })
    for (const rows of ['1 row …', '2 rows …']) progress.show(rows)
    progress.end()
    return text
  }
  t.equal(shown(true), '\r1 row …\x1b[K\r\x1b[K')
  t.equal(shown(false), '')
})

t.test('invalid arguments print one line and the usage', async (t) => {
  const command = 'create-organization'
  const ONE = '00000000-0000-7000-8000-000000000001'
  const cases: [string[], string][] = [
    [[command, '--name', 'A', '--owner-email', 'x@y'], '--owner-email must be an e-mail address'],
    [
      [command, '--name', 'A\nB', '--owner-email', 'a@b.test'],
      '--name must be one line without control characters',
    ],
    [['erase', '--organization', 'one', '--confirm', 'One'], '--organization must be an id'],
    [
      ['requeue', '--all', '--since', '2026-05-02T00:00:00Z', '--until', '2026-05-01T00:00:00Z'],
      '--until must be later than --since',
    ],
    [['revoke-keys', '--organization', ONE, '--key', ONE, '--key', ONE], '--key is given twice'],
    [['list', '--organization', ''], '--organization is empty'],
    [['derive', '--missing', '--refused'], 'one of --missing, --refused and --lost is required'],
    [
      ['revoke-keys', '--organization', ONE, '--key', ONE, '--all'],
      'either --all, or --key or --user, is required',
    ],
    [
      ['requeue', '--organization', ONE, '--all'],
      'either --all, or --organization or --subscription, is required',
    ],
  ]
  const outcomes = await Promise.all(cases.map(([args]) => run(args)))
  for (const [i, [args, line]] of cases.entries()) {
    const { code, stdout, stderr = '' } = outcomes[i] ?? {}
    t.equal(code, 2, args.join(' '))
    t.equal(stdout, '')
    t.ok(stderr.startsWith(line), stderr)
    t.match(stderr, new RegExp(`^[^\\n]*\\nusage: npx -y pnpm@12 admin ${args[0]} `))
  }
  const { code, stdout } = await run(['requeue', '--help'])
  t.equal(code, 0)
  t.match(
    stdout,
    /^usage: npx -y pnpm@12 admin requeue .*\n {2}--dry-run +only count the deliveries$/ms,
  )
})

t.test('a missing or empty database prints one line', async (t) => {
  const args = ['create-organization', '--name', 'A', '--owner-email', 'a@b.test']
  const { url } = await createTestDatabase(t)
  const database = openDatabase({ url, poolSize: 1, applicationName: 'test', onError() {} })
  await database.pool.query('alter schema public rename to former; create schema public')
  await database.close()
  t.match(await run(args, url), {
    code: 1,
    stdout: '',
    stderr: 'The database has no schema yet: run `npx -y pnpm@12 migrate` first.\n',
  })
  const gone = await run(args, 'postgres://nobody@127.0.0.1:1/none')
  t.match(gone, { code: 1, stderr: /^Can't use the database: [^\n]+\n$/ })
})
