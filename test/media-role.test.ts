import { randomBytes } from 'node:crypto'
import { grantMediaRole } from '@mediajobs/db'
import { openMediaFixture } from '@mediajobs/media/testing'
import { openStore } from '@mediajobs/outbox'
import { recordSecrets } from '@mediajobs/runtime/testing'
import { put } from '@mediajobs/testing/api/studio'
import { eventually } from '@mediajobs/testing/eventually'
import { photo } from '@mediajobs/testing/media/pictures'
import t from 'tap'

// docs/operating.md#a-role-for-media

const BASE = 'http://media.test'
const fixture = await openMediaFixture(t, { mediaBaseUrl: BASE })
const { api, sql, organizationId } = fixture
const [mayMakeRoles] = await sql.query<{ yes: boolean }>(
  `select rolsuper or rolcreaterole as yes from pg_roles where rolname = current_user`,
)
const skip = mayMakeRoles?.yes ? false : "this role can't create roles"

const role = `media:${randomBytes(6).toString('hex')}`
const password = randomBytes(12).toString('base64url')
recordSecrets({ databasePassword: password })
const url = new URL(api.databaseUrl)
url.username = encodeURIComponent(role)
url.password = password
const mediaUrl = url.href

t.teardown(async () => {
  if (!mayMakeRoles?.yes) return
  await sql.query(`drop owned by "${role}"`)
  await sql.query(`drop role "${role}"`)
})

async function uploadLogo(): Promise<string> {
  const contentType = 'image/jpeg'
  const { body } = await fixture.call('POST', '/organization/logo/presign', { contentType })
  await put(body.uploadUrl, Buffer.from(await photo(300, 100)))
  return body.key
}

t.test(
  'a media process does all its work with the role created by migrate',
  { skip },
  async (t) => {
    const migrators = Array.from({ length: 4 }, () => grantMediaRole(api.databaseUrl, mediaUrl))
    await Promise.all(migrators)
    await grantMediaRole(api.databaseUrl, mediaUrl)
    const media = await fixture.startMedia({ databaseUrl: mediaUrl })
    let id = ''
    const { token } = await fixture.deliver({}, undefined, async (projectId) => {
      id = await fixture.put(projectId, await photo(600, 400), { filename: 'a.jpg', position: 1 })
    })
    await fixture.requestPreviews()
    await fixture.finished()
    t.match(await fixture.preview(id), { state: 'READY', width: 600 })
    const key = await uploadLogo()
    await fixture.call('POST', '/organization/logo/confirm', { key })
    const logo = async () => (await fixture.call('GET', '/organization')).body.logo
    await eventually('a processed logo', async () => (await logo()).state === 'READY', 60_000)
    const { headers } = await api.request('GET', `/deliveries/${token}/archive.zip`)
    const archive = await fetch(`${media.url}${headers.location?.slice(BASE.length)}`)
    t.equal(archive.status, 200)
    t.equal((await archive.arrayBuffer()).byteLength, Number(archive.headers.get('content-length')))
    const [counted] = await sql.query<{ count: number }>(
      'select download_count::int as count from client_deliveries where organization_id = $1',
      [organizationId],
    )
    t.equal(counted?.count, 1)
    const unknown = await fetch(
      `${media.url}/archives/${randomBytes(32).toString('base64url')}/x.zip`,
    )
    t.equal(unknown.status, 404, 'it may look up where an unknown archive has moved')
    t.equal((await fetch(`${media.url}/health/ready`)).status, 200)
    const metrics = await fetch(`${media.url}/metrics`)
    t.ok(metrics.status === 404 || metrics.status === 200)
  },
)

t.test('a media process that may not sign in says so', async (t) => {
  const stranger = new URL(api.databaseUrl)
  stranger.username = `stranger_${randomBytes(6).toString('hex')}`
  const media = await fixture.startMedia({ databaseUrl: stranger.href })
  const ready = await fetch(`${media.url}/health/ready`)
  t.equal(ready.status, 503)
  t.match(await ready.json(), { problem: /refuses the user or the password of DATABASE_URL/ })
})

t.test(
  "the role can't read credentials, people or webhooks, or change records",
  { skip },
  async (t) => {
    const media = openStore({
      databaseUrl: mediaUrl,
      poolSize: 1,
      applicationName: 'media',
      onError: () => {},
    })
    t.teardown(() => media.close())
    const tables = await sql.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const readable = [
      'public.media',
      'public.media_previews',
      'public.logos',
      'public.archives',
      'public.projects',
      'public.moved_credentials',
    ]
    for (const { name } of tables) {
      await t.rejects(
        media.sql.query(`delete from ${name}`),
        { code: '42501' },
        `deletes of ${name}`,
      )
      if ([...readable, 'public.client_deliveries'].includes(name)) continue
      await t.rejects(media.sql.query(`select * from ${name}`), { code: '42501' }, `reads ${name}`)
    }
    for (const statement of [
      'select notes from projects',
      'select token_hash from client_deliveries',
      'update client_deliveries set revoked_at = null',
      `update media set key = 'other'`,
      `update logos set organization_id = organization_id`,
      'create table taken (id int)',
      'create role taken',
    ]) {
      await t.rejects(media.sql.query(statement), { code: '42501' }, statement)
    }
  },
)

t.test(
  "migrate refuses a media role it didn't create, and a new one without a password",
  async (t) => {
    await t.rejects(grantMediaRole(api.databaseUrl, api.databaseUrl), RangeError)
    const open = new URL(mediaUrl)
    open.username = 'media_without_password'
    open.password = ''
    await t.rejects(grantMediaRole(api.databaseUrl, open.href), RangeError)
  },
)

t.test(
  'migrate refuses another database, and another password than the role has',
  { skip },
  async (t) => {
    const elsewhere = new URL(mediaUrl)
    elsewhere.pathname = '/postgres'
    await t.rejects(grantMediaRole(api.databaseUrl, elsewhere.href), {
      message: 'MEDIA_DATABASE_URL must name the database of DATABASE_URL',
    })
    const guessed = new URL(mediaUrl)
    guessed.password = 'guessed'
    await t.rejects(grantMediaRole(api.databaseUrl, guessed.href), {
      message: /^MEDIA_DATABASE_URL must have the password of its role/,
    })
  },
)
