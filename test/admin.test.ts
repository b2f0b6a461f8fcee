import { openDatabase } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import t from 'tap'
import { testApp } from '../apps/api/test/support/app.ts'
import { runAdmin } from './support/admin.ts'

// Contract, section 2, "First organization".

const service = await testApp(t)
const run = (args: string[], databaseUrl = service.databaseUrl) => runAdmin(args, databaseUrl)
const create = (name: string, email: string, ...more: string[]) =>
  run(['create-organization', '--name', name, '--owner-email', email, ...more])
const signIn = (email: string, password: string) =>
  service.request('POST', '/auth/sessions', { body: { email, password } })

t.test('a first organization has an owner who signs in, and a key that works', async (t) => {
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
  t.strictSame(body.organizations, [{ id: organizationId, name: 'Studio One', role: 'ADMIN' }])
  const current = await service.request('GET', '/api-keys/current', { key: made.apiKey })
  t.match(current.body, {
    organization: { id: organizationId },
    role: 'ADMIN',
    scopes: ['ADMIN'],
    userId: made.owner.id,
  })
})

t.test('an owner who has an account keeps its password', async (t) => {
  const org = await service.createOrg()
  const made = JSON.parse((await create('B', org.email.toUpperCase(), '--json')).stdout)
  t.equal(made.password, null)
  t.equal(made.owner.id, org.userId)
  const { body } = await signIn(org.email, org.password)
  t.equal(body.organizations.length, 2)
})

t.test('without --json people can read it', async (t) => {
  const { code, stdout } = await create('Studio Three', 'three@three.test')
  t.equal(code, 0)
  for (const line of [/^organization +Studio Three /m, /^owner +three@three\.test /m]) {
    t.match(stdout, line)
  }
  const password = /^password +(\S+)$/m.exec(stdout)?.[1] ?? ''
  t.equal((await signIn('three@three.test', password)).status, 201)
  t.match(stdout, /^API key +mjk_\w{49}$/m)
})

t.test('a forgotten password is replaced, and all sessions end', async (t) => {
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
    stderr: 'Nobody has the email nobody@example.test.\n',
  })
})

t.test('wrong arguments are told in one line, with how it is used', async (t) => {
  const command = 'create-organization'
  const cases: [string[], string][] = [
    [[command, '--name', 'A'], '--owner-email is needed'],
    [[command, '--nme', 'A'], "Unknown option '--nme'"],
    [[command, '--name', 'A', '--owner-email', 'x@y'], 'ownerEmail must be an e-mail address'],
  ]
  const outcomes = await Promise.all(cases.map(([args]) => run(args)))
  for (const [i, [args, line]] of cases.entries()) {
    const { code, stdout, stderr = '' } = outcomes[i] ?? {}
    t.equal(code, 2, args.join(' '))
    t.equal(stdout, '')
    t.ok(stderr.startsWith(line), stderr)
    t.match(stderr, /^[^\n]*\nusage: pnpm admin create-organization /)
  }
})

t.test('a database that is missing or has no schema is told in one line', async (t) => {
  const args = ['create-organization', '--name', 'A', '--owner-email', 'a@b.test']
  const { url } = await createTestDatabase(t)
  const database = openDatabase({ url, poolSize: 1, applicationName: 'test', onError() {} })
  await database.pool.query('drop schema public cascade; create schema public')
  await database.close()
  t.match(await run(args, url), {
    code: 1,
    stdout: '',
    stderr: 'The database has no schema yet: run `pnpm migrate` first.\n',
  })
  const gone = await run(args, 'postgres://nobody@127.0.0.1:1/none')
  t.match(gone, { code: 1, stderr: /^The database cannot be used: [^\n]+\n$/ })
})
