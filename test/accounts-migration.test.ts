import { createHash, randomUUID } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrateSchema, openDatabase } from '@mediajobs/db'
import { createTestDatabase } from '@mediajobs/db/testing'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { accept } from '@mediajobs/testing/api/people'
import { asPerson, signIn } from '@mediajobs/testing/api/sign-in'
import t from 'tap'

// docs/adr/0013-accounts.md: the data of the previous version, and that version running beside this one.

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const MIGRATIONS_BEFORE = 7
const PASSWORD = 'correct horse battery'
// A hash as the previous version stored it, with a random salt.
const STORED =
  '$argon2id$v=19$m=19456,t=2,p=1$n5xP/PLUMIB2gtGXdDO9PQ$pYCU/wZJTMD7685qHxU+EETd/UryFXaAWpqaJJ47n5A'
const TOKEN = 'mjs_a-session-of-the-version-before'
const [orgId, otherId, ownerId, staleId] = [1, 2, 3, 4].map(() => randomUUID())
const email = 'owner@before.test'

const { url: databaseUrl } = await createTestDatabase(t)
const database = openDatabase({
  url: databaseUrl,
  poolSize: 1,
  applicationName: 'test',
  onError() {},
})
t.teardown(() => database.close())
const { pool } = database
await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
await migrateSchema(databaseUrl, { folder: await migrationsBefore() })
await pool.query(`insert into organizations (id, name) values ($1, 'Before'), ($2, 'Other')`, [
  orgId,
  otherId,
])
await pool.query('insert into users (id, email, password_hash) values ($1, $2, $3)', [
  ownerId,
  email,
  STORED,
])
await pool.query(`insert into users (id, email) values ($1, 'stale@before.test')`, [staleId])
const member =
  'insert into memberships (organization_id, user_id, name, role) values ($1, $2, $3, $4)'
await pool.query(member, [orgId, ownerId, 'Olga', 'ADMIN'])
await pool.query(member, [otherId, ownerId, 'Olga', 'EDITOR'])
await pool.query(member, [orgId, staleId, 'Stan', 'ADMIN'])
const newSession = `insert into sessions (id, token_hash, user_id, expires_at)
  values (gen_random_uuid(), $1, $2, now() + interval '1 hour')`
await pool.query(newSession, [hashOf(TOKEN), ownerId])
await migrateSchema(databaseUrl)
const service = await testApp(t, { databaseUrl, trustProxy: true })

t.test('accounts keep their password, their memberships and their sessions', async (t) => {
  for (const organizationId of [orgId, otherId]) {
    const call = asPerson(service, TOKEN, organizationId ?? '')
    t.equal((await call('GET', '/projects')).status, 200)
  }
  const { status, body } = await signIn(service, { email, password: PASSWORD })
  t.equal(status, 201)
  t.equal(body.user.id, ownerId)
  t.strictSame(
    new Set(body.organizations.map(({ id }: { id: string }) => id)),
    new Set([orgId, otherId]),
  )
})

t.test('a member without a password can be invited again, and is no ADMIN yet', async (t) => {
  const call = asPerson(service, TOKEN, orgId ?? '')
  const stepDown = await call('PATCH', `/users/${ownerId}`, { role: 'EDITOR' })
  t.match(stepDown, { status: 409, body: { code: 'last_admin' } })
  const { status, body } = await call('POST', `/users/${staleId}/invitation`)
  t.equal(status, 201)
  t.match((await accept(service, body.invitationToken, PASSWORD)).body, { user: { id: staleId } })
})

t.test('the previous version runs beside this one, and admits no other account', async (t) => {
  const again = `insert into users (id, email) values (gen_random_uuid(), $1)
    on conflict (lower(email)) do update set email = users.email
    returning id, email, password_hash as "passwordHash"`
  t.match((await pool.query(again, [email])).rows, [{ id: ownerId }])
  const third = randomUUID()
  await pool.query(`insert into organizations (id, name) values ($1, 'Made by it')`, [third])
  await pool.query(member, [third, ownerId, 'Olga', 'ADMIN'])
  const { body } = await signIn(service, { email, password: PASSWORD })
  t.equal(body.organizations.length, 3, 'the organization of the previous version is listed')
  const inviting = await service.createOrg()
  const invited = await service.request('POST', '/users', {
    key: inviting.key,
    body: { email, name: 'Olga', role: 'EDITOR' },
  })
  const further = await accept(service, invited.body.invitationToken, 'another good password')
  t.equal(further.status, 201)
  for (const token of [body.accessToken, further.body.accessToken]) {
    t.equal(await admittedBefore(token, inviting.organizationId), false)
  }
  t.equal(await admittedBefore(body.accessToken, third), true)
  t.equal(await admittedBefore(further.body.accessToken, third), false)
})

/** Whether the previous version admits the session, by its own query. */
async function admittedBefore(token: string, organizationId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select m.role from sessions as s join memberships as m
      on m.organization_id = $2 and m.user_id = s.user_id and m.accepted_at is not null and m.active
    where s.token_hash = $1 and s.expires_at > now()`,
    [hashOf(token), organizationId],
  )
  return rows.length > 0
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A folder with the migrations of the previous version. */
async function migrationsBefore(): Promise<string> {
  const folder = await scratchFolder(t)
  await cp(MIGRATIONS, folder, { recursive: true })
  const journalFile = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(journalFile, 'utf8'))
  journal.entries = journal.entries.slice(0, MIGRATIONS_BEFORE)
  await writeFile(journalFile, JSON.stringify(journal))
  return folder
}
