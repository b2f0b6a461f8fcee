import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder, until } from '@mediajobs/local-engines/testing'
import { selfSignedCertificate } from '@mediajobs/testing/dispatcher/certificate'
import { startMailServer } from '@mediajobs/testing/dispatcher/mail-server'
import { startMedia } from '@mediajobs/testing/service/process'
import t from 'tap'
import { copyAsStandby, requireStandby, waitForNoStandby } from './faults/support/postgres-nodes.ts'
import { runAdmin } from './support/admin.ts'
import { copyCheckout } from './support/checkout-copy.ts'
import { installation } from './support/installation.ts'

// docs/admin.md, "Doctor". Each check fails on a real defect; `disk` and `transactions` do in
// test/waiting/doctor.test.ts.

const site = await installation(t)
const mail = await startMailServer(t)
const SMTP_URL = `smtp://127.0.0.1:${mail.port}`

t.test('a complete installation has no problems', async (t) => {
  const { code, ill, textOf } = await site.examine({ SMTP_URL })
  t.strictSame(ill, [])
  t.equal(code, 0)
  t.match(textOf('processes'), /^1 api, 1 dispatcher, 1 media, all of version \d/)
  t.match(textOf('schema'), 'matches this version')
  t.match(textOf('mail'), 'No mail was sent')
  t.match(textOf('callers'), "callers' real addresses (127.0.77.7)")
  t.equal(mail.mails.length, 0)
})

t.test('problems in the database are detected', async (t) => {
  const { sql } = site
  await sql.queryOnce('create table visits (id int)')
  await sql.queryOnce('revoke update on media_previews from mediajobs_media')
  await sql.queryOnce(`alter database mediajobs set synchronous_commit = off`)
  await sql.queryOnce(`select pg_create_physical_replication_slot('move_1', true)`)
  const [last] = await sql.queryOnce<{ hash: string; created_at: number }>(`
    delete from drizzle.__drizzle_migrations where created_at = (
      select max(created_at) from drizzle.__drizzle_migrations) returning hash, created_at`)
  const partitions = await sql.queryOnce<{ name: string }>(`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'api_requests'::regclass
      and right(inhrelid::regclass::text, 8) >= to_char(now() at time zone 'UTC', 'YYYYMMDD')`)
  for (const { name } of partitions) await sql.queryOnce(`drop table ${name}`)
  // From here on every commit waits, including this test's.
  await sql.queryOnce(`alter system set synchronous_standby_names = 'gone'`)
  await sql.queryOnce('select pg_reload_conf()')
  const { code, ill, textOf } = await site.examine()
  await sql.queryOnce('alter system reset synchronous_standby_names')
  await sql.queryOnce('select pg_reload_conf()')
  t.equal(code, 1)
  t.strictSame(ill, [
    'rights: wrong',
    'media role: wrong',
    'schema: wrong',
    'settings: wrong',
    'standby: wrong',
    'slots: wrong',
    'partitions: wrong',
  ])
  t.match(textOf('rights'), /public\.visits\..*reassign owned by/)
  t.match(textOf('media role'), /lacks update of media_previews:.*node scripts\/migrate\.ts/)
  t.match(textOf('schema'), /^1 migration missing: \d{4}_.*node scripts\/migrate\.ts/)
  t.match(textOf('settings'), 'synchronous_commit is off')
  t.match(textOf('standby'), "synchronous_standby_names is 'gone'")
  t.match(textOf('slots'), /slot move_1 .*--abort/)
  t.match(textOf('partitions'), 'api_requests has no partition for today')
  await sql.queryOnce('drop table visits')
  await sql.queryOnce('alter database mediajobs reset synchronous_commit')
  await sql.queryOnce(`select pg_drop_replication_slot('move_1')`)
  await sql.queryOnce(
    'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
    [last?.hash ?? '', last?.created_at ?? 0],
  )
  await sql.queryOnce('grant update on media_previews to mediajobs_media')
  await sql.queryOnce('grant select on users to mediajobs_media')
  await sql.queryOnce('set role mediajobs; select make_day_partitions(3); reset role')
  const repaired = await site.examine()
  t.strictSame(repaired.ill, ['media role: warning', 'partitions: warning'])
  t.match(repaired.textOf('media role'), "can access 1 table that media doesn't need: users")
  t.equal(repaired.code, 0, "a warning alone isn't a failure")
  await sql.queryOnce('revoke select on users from mediajobs_media')
  await sql.queryOnce('set role mediajobs; select make_day_partitions(14); reset role')
})

t.test("a standby that confirms isn't a problem under load; one that hangs is named", async (t) => {
  const { primary, sql } = site
  const standby = await copyAsStandby(t, primary, 'second', join(await scratchFolder(t), 'node'))
  await requireStandby(primary, standby)
  await sql.queryOnce('create table ticks (id bigserial)')
  let isBusy = true
  const load = Array.from({ length: 2 }, async () => {
    while (isBusy) await sql.queryOnce('insert into ticks default values')
  })
  const busy = await site.examine()
  isBusy = false
  await Promise.all(load)
  t.equal(busy.textOf('standby'), "1 synchronous standby for 'second'. → null")

  const { rows } = await standby.database.pool.query('select pid from pg_stat_wal_receiver')
  const [{ pid }] = rows
  process.kill(pid, 'SIGSTOP')
  // On a busy machine the client gives up (9 s) before the doctor ends. The commit waits on.
  const hanging = sql.queryOnce('insert into ticks default values').catch(() => {})
  const { code, textOf } = await site.examine()
  process.kill(pid, 'SIGCONT')
  await hanging
  t.match(textOf('standby'), /commits? waiting for over 2 s, although 1 standby is attached/)
  t.equal(code, 1)
  await waitForNoStandby(primary)
  await sql.queryOnce('drop table ticks')
})

t.test('an unmigrated, read-only or unreachable database is named', async (t) => {
  const empty = await site.examine({ DATABASE_URL: await site.anotherDatabase('empty') })
  t.match(empty.textOf('schema'), 'The database has no schema. → Run the migrations')
  t.match(empty.textOf('keys'), 'Not checked: its table does not exist.')
  const MEDIA_DATABASE_URL = Object.assign(new URL(site.databaseUrl), { username: 'nobody' }).href
  const noRole = await site.examine({ MEDIA_DATABASE_URL })
  t.match(noRole.textOf('media role'), /^nobody can't sign in: .* → Run migrate with/)
  await site.sql.queryOnce('alter database empty set default_transaction_read_only = on')
  const readOnly = await site.examine({ DATABASE_URL: await site.urlOf('empty') })
  t.match(readOnly.textOf('database'), /accepts no writes\..* DATABASE_URL to the primary/)
  const away = await site.examine({ DATABASE_URL: 'postgres://mediajobs@127.0.0.1:1/mediajobs' })
  t.match(away.textOf('database'), 'ECONNREFUSED')
  t.match(away.textOf('keys'), 'Not checked: the database does not respond.')
  t.equal(away.textOf('bucket').endsWith('→ null'), true, 'the other checks run')
})

t.test("sslmode=verify-full accepts only the certificate's server", async (t) => {
  const { primary, sql, databaseUrl } = site
  const data = join(primary.directory, 'data')
  const { cert, key } = await selfSignedCertificate(['127.0.0.1'])
  const folder = await scratchFolder(t)
  const [ca, other] = [join(folder, 'ca.pem'), join(folder, 'other.pem')]
  await writeFile(ca, cert)
  await writeFile(other, (await selfSignedCertificate(['127.0.0.1', 'another.test'])).cert)
  const { uid, gid } = await stat(data)
  for (const [name, pem] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
    await writeFile(join(data, name), pem, { mode: 0o600 })
    await chown(join(data, name), uid, gid)
  }
  await sql.queryOnce('alter system set ssl = on')
  await sql.queryOnce('select pg_reload_conf()')
  const found = async (root: string, host = '127.0.0.1') => {
    const url = new URL(databaseUrl)
    url.hostname = host
    url.search = `?sslmode=verify-full&sslrootcert=${root}`
    return (await site.examine({ DATABASE_URL: url.href })).textOf('database')
  }
  t.match(await found(ca), /as mediajobs, with TLS, .* → null$/)
  t.match(await found(other), /refuses this machine: .*certificate/)
  t.match(await found(ca, 'localhost'), /refuses this machine: .*altnames/)
  await sql.queryOnce('alter system reset ssl')
  await sql.queryOnce('select pg_reload_conf()')
  t.match(await found(ca), /refuses this machine: .*does not support SSL/)
})

t.test('wrong variables and clocks are detected', async (t) => {
  const clock = new URL('faults/support/shifted-clock.ts', import.meta.url).href
  const { ill, textOf } = await site.examine({
    WEBHOOK_TIMOUT: '5s',
    NODE_OPTIONS: `--import=${clock}`,
    CLOCK_SHIFT_MS: '-120000',
  })
  t.ok(ill.includes('variables: warning'))
  t.match(textOf('variables'), 'WEBHOOK_TIMOUT (WEBHOOK_TIMEOUT?)')
  t.match(textOf('clock'), /is 1[12]\d s behind the database's and 1[12]\d s behind the store's/)
  const invalid = await site.examine({
    S3_BUCKET: 'A',
    S3_UPLOAD_SECRET_KEY: undefined,
    SECRETS_KEY: 'short',
  })
  const text = invalid.textOf('variables')
  for (const problem of [
    /S3_BUCKET must be 3 to 63/,
    /SECRETS_KEY must be 32 bytes/,
    /S3_UPLOAD_SECRET_KEY is required/,
  ]) {
    t.match(text, problem)
  }
  t.match(invalid.textOf('bucket'), 'Not checked: S3_BUCKET must be set and valid.')
})

t.test('missing and unneeded keys are named by id', async (t) => {
  const { stdout } = await runAdmin(
    ['create-organization', '--name', 'A', '--owner-email', 'a@a.test', '--json'],
    site.databaseUrl,
  )
  const { apiKey } = JSON.parse(stdout)
  const { status } = await fetch(`${site.api.url}/webhooks/subscriptions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: '{"url":"https://example.com/","events":["PROJECT_CREATED"]}',
  })
  t.equal(status, 201)
  const [given, other] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  t.match(
    (await site.examine()).textOf('keys'),
    /^1 secret with the key \w{8}, 1 of them decrypted/,
  )
  t.match(
    (await site.examine({ SECRETS_KEY: `${other}` })).textOf('keys'),
    /can't decrypt 1 secret with the key \w{8}\. → Append the missing key/,
  )
  t.match(
    (await site.examine({ SECRETS_KEY: `${other},${given}` })).textOf('keys'),
    'node scripts/admin.ts rekey',
  )
  t.match(
    (await site.examine({ SECRETS_KEY: `${given},${other}` })).textOf('keys'),
    'No secret needs',
  )
  await site.sql.queryOnce(
    `update webhook_subscriptions set secret_encrypted = overlay(secret_encrypted placing 'AAAA' from 20)`,
  )
  t.match(
    (await site.examine()).textOf('keys'),
    /^1 secret changed since being encrypted: webhook_/,
  )
  await site.sql.queryOnce('delete from webhook_subscriptions')
})

t.test('a bucket that is missing, too open or closed to pages is detected', async (t) => {
  const missing = await site.examine({ S3_BUCKET: 'not-there' })
  t.match(
    missing.textOf('bucket'),
    'the bucket does not exist. → Create it with node docker/prepare-bucket.ts',
  )
  t.match(missing.textOf('attacks'), 'Not checked')
  const denied = await site.examine({ S3_SECRET_KEY: 'wrong', SMTP_URL: 'smtp://127.0.0.1:1' })
  t.match(denied.textOf('bucket'), 'SignatureDoesNotMatch. → Correct S3_SECRET_KEY.')
  t.match(denied.textOf('mail'), /ECONNREFUSED.*Correct SMTP_URL/)
  const open = await site.examine({
    S3_UPLOAD_ACCESS_KEY: site.store.S3_ACCESS_KEY,
    S3_UPLOAD_SECRET_KEY: site.store.S3_SECRET_KEY,
    SMTP_URL: `smtp://anna:wrong@127.0.0.1:${mail.port}`,
  })
  t.match(
    open.textOf('attacks'),
    /Open: reading an upload with the upload credential.*admin\.ts check-bucket/,
  )
  t.match(open.textOf('mail'), 'Correct the user name and the password of SMTP_URL.')
  const shared = await site.examine({
    S3_UPLOAD_ACCESS_KEY: undefined,
    S3_UPLOAD_SECRET_KEY: undefined,
  })
  t.match(shared.textOf('attacks'), 'S3_UPLOAD_ACCESS_KEY and S3_UPLOAD_SECRET_KEY are not set')
  t.equal(shared.code, 0)
})

t.test(
  'URLs that reach something else, and apis that misidentify callers, are detected',
  async (t) => {
    const { proxy, api, media } = site
    const swapped = await site.examine({
      DELIVERY_BASE_URL: `${media.url}/deliveries`,
      MEDIA_BASE_URL: api.url,
    })
    t.match(swapped.textOf('deliveries'), "doesn't reach /deliveries of an api: it responds 404")
    t.match(swapped.textOf('archives'), "doesn't reach a media process")
    t.match(swapped.textOf('pages'), /is refused: .*node scripts\/admin\.ts check-bucket --fix/)
    const credulous = await site.startApi({ TRUST_PROXY: 'true' })
    proxy.leadTo({ api: credulous.url, media: media.url })
    proxy.forward('appended')
    t.match((await site.examine()).textOf('callers'), 'trusts a forged X-Forwarded-For')
    const blind = await site.startApi({ TRUST_PROXY: 'false' })
    proxy.leadTo({ api: blind.url, media: media.url })
    proxy.forward('replaced')
    const unset = await site.examine({ TRUST_PROXY: undefined })
    t.match(
      unset.textOf('callers'),
      /called from 127\.0\.77\.7, and the api saw 127\.0\.0\.5: without/,
    )
    // A server's outage isn't a wrong address.
    const DATABASE_URL = 'postgres://mediajobs@127.0.0.1:1/mediajobs'
    const cut = await site.startApi({ DATABASE_URL })
    const cutMedia = await startMedia(t, DATABASE_URL, { ...site.store, SECRETS_KEY: undefined })
    proxy.leadTo({ api: cut.url, media: cutMedia.url })
    const withoutDatabase = await site.examine()
    for (const check of ['proxy', 'deliveries', 'archives']) {
      t.match(withoutDatabase.textOf(check), /can't use its database\. → Repair the database/)
    }
    for (const each of [credulous, blind, cut, cutMedia]) await each.end('SIGTERM')
    proxy.leadTo({ api: api.url, media: media.url })
    const nobody = await site.examine({ DELIVERY_BASE_URL: 'http://127.0.0.1:1/deliveries' })
    t.match(nobody.textOf('callers'), 'Not checked: DELIVERY_BASE_URL does not respond.')
  },
)

t.test(
  'a certificate that expires soon, has expired or is for another name is detected',
  async (t) => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    await site.proxy.useCertificate(inDays(5))
    t.match((await site.examine()).textOf('certificates'), /valid for [45] days\. → Renew/)
    await site.proxy.useCertificate(inDays(-1))
    const ended = await site.examine()
    t.match(ended.textOf('certificates'), 'CERT_HAS_EXPIRED')
    t.match(ended.textOf('proxy'), 'certificate has expired')
    await site.proxy.useCertificate(inDays(90))
    const named = await site.examine({
      DELIVERY_BASE_URL: site.proxy.url.replace('127.0.0.1', 'localhost'),
    })
    t.match(named.textOf('certificates'), 'ERR_TLS_CERT_ALTNAME_INVALID')
  },
)

t.test('missing processes and those of another version are named', async (t) => {
  const copy = await copyCheckout(t)
  const manifest = join(copy, 'packages/runtime/package.json')
  await writeFile(
    manifest,
    (await readFile(manifest, 'utf8')).replace(/"version": ".*"/, '"version": "0.0.9"'),
  )
  await site.dispatcher.end('SIGTERM')
  const dead = await site.examine()
  t.match(
    dead.textOf('processes'),
    /^1 api, no dispatcher, 1 media: no webhooks or mails are sent\. → .*systemctl/,
  )
  const older = spawn(process.execPath, [join(copy, 'apps/dispatcher/src/main.ts')], {
    env: {
      ...process.env,
      ...site.store,
      DATABASE_URL: site.databaseUrl,
      SECRETS_KEY: site.secretsKey,
    },
    stdio: 'ignore',
  })
  t.teardown(() => older.kill('SIGKILL'))
  await until('the older one is connected', async () => {
    const [row] = await site.sql.queryOnce(
      `select from pg_stat_activity where application_name like 'dispatcher 0.0.9 %'`,
    )
    return row !== undefined
  })
  const mixed = await site.examine()
  t.match(
    mixed.textOf('processes'),
    new RegExp(`dispatcher 0\\.0\\.9 \\(${older.pid}@.*restart these`),
  )
  t.equal(mixed.code, 0)
  older.kill('SIGTERM')
  await once(older, 'exit')
})

t.test('a full disk of PostgreSQL is detected through an api, on any machine', async (t) => {
  const { sql } = site
  const args = ['create-organization', '--name', 'Acme', '--owner-email', 'o@example.com', '--json']
  const { stdout } = await runAdmin(args, site.databaseUrl)
  const { apiKey } = JSON.parse(stdout)
  await sql.queryOnce(`
    create function fill() returns trigger language plpgsql as $$
      begin raise 'no space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on projects execute function fill()`)
  let isOver = false
  const booking = (async () => {
    while (!isOver) {
      const response = await fetch(`${site.api.url}/projects/create`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: '{"scheduledTime":"2026-05-01T09:30:00Z"}',
      })
      await response.body?.cancel()
      if (response.status === 429) await once(AbortSignal.timeout(1_000), 'abort')
    }
  })()
  const { ill, textOf } = await site.examine()
  isOver = true
  await booking
  await sql.queryOnce('drop function fill cascade')
  t.ok(ill.includes('disk: wrong'))
  t.match(textOf('disk'), "PostgreSQL's disk is full: changes are refused. → Free up space")
})

t.test('a proxy without an api is distinguished from a missing proxy', async (t) => {
  await site.api.end('SIGTERM')
  const { code, textOf } = await site.examine()
  t.equal(code, 1)
  t.match(textOf('proxy'), 'the proxy responds, but no api is ready.')
  t.match(textOf('processes'), 'no api')
  site.proxy.stop()
  t.match((await site.examine()).textOf('proxy'), /ECONNREFUSED.*Start the proxy/)
})
