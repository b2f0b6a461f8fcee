import { openKeyRing, signingSecretRow } from '@mediajobs/domain'
import { SEALED_COLUMNS } from '@mediajobs/operations/secrets'
import { testApp } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'
import t, { type Test } from 'tap'
import { type Outcome, runAdmin } from './support/admin.ts'

const [oldKey, newKey, otherKey] = [2, 3, 4].map((byte) =>
  Buffer.alloc(32, byte).toString('base64'),
)
const rekey = (databaseUrl: string, ...keys: (string | undefined)[]) =>
  runAdmin(['rekey'], databaseUrl, { SECRETS_KEY: keys.join() })

/** An organization with every kind of secret under `key`: two per subscription, and a token. */
async function withSecrets(t: Test, key = oldKey, count = 1) {
  const keyRing = openKeyRing(key ?? '')
  const own = await testApp(t, { keyRing })
  const org = await own.createOrg()
  const call = (method: string, path: string, body: object = {}) => org.call(method, path, body)
  const receivers = Array.from({ length: count }, (_, i) => `https://example.com/${i}`)
  const subscriptions: { id: string; secret: string; former: string }[] = []
  for (const url of receivers) {
    const { body: made } = await call('POST', '/webhooks/subscriptions', {
      url,
      events: ['PROJECT_CREATED'],
    })
    const rotated = await call('POST', `/webhooks/subscriptions/${made.id}/rotate-secret`)
    subscriptions.push({ id: made.id, secret: rotated.body.secret, former: made.secret })
  }
  const project = await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  await own.store.sql.query(`update projects set status = 'IN_REVIEW'`)
  const delivered = await call('POST', `/projects/${project.body.id}/deliver`)
  const { sql } = own.store
  return {
    ...own,
    org,
    subscriptions,
    token: delivered.body.deliveryToken,
    /** All secrets, decrypted with these keys. */
    async readWith(...keys: (string | undefined)[]) {
      const ring = openKeyRing(keys.join())
      const found = []
      for (const { table, column, id = 'id', rowOf } of SEALED_COLUMNS) {
        const rows = await sql.queryOnce<{ id: string; organization_id: string; sealed: string }>(
          `select ${id} as id, organization_id, ${column} as sealed from ${table} where ${column} is not null order by id`,
        )
        const open = ({ id, organization_id, sealed }: (typeof rows)[number]) =>
          ring.decrypt(sealed, rowOf(organization_id, id))
        found.push(...rows.map(open))
      }
      return found
    },
  }
}

t.test(
  'rekey encrypts every secret with the newest key, so the old one can be removed [c7-secret-stored]',
  async (t) => {
    const own = await withSecrets(t)
    const secrets = await own.readWith(oldKey)
    const [subscription] = own.subscriptions
    t.strictSame(secrets, [subscription?.secret, subscription?.former, own.token])
    const outcome = await rekey(own.databaseUrl, newKey, oldKey)
    t.match(outcome, { code: 0, stderr: '', stdout: /^3 secrets re-encrypted\. All have /m })
    t.strictSame(await own.readWith(newKey), secrets)
    t.match(await rekey(own.databaseUrl, newKey, oldKey), { code: 0, stdout: /^0 secrets / })
  },
)

t.test('rekey covers every column with encrypted secrets', async (t) => {
  const columns = await (await testApp(t)).store.sql.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%encrypted%'`)
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  t.strictSame(columns.map(({ name }) => name).sort(), known.sort())
})

t.test("rekey names a missing key, and fails until it's provided", async (t) => {
  const own = await withSecrets(t, otherKey)
  const missing = openKeyRing(otherKey ?? '').keyIds[0]
  const outcome = await rekey(own.databaseUrl, newKey, oldKey)
  t.equal(outcome.code, 1)
  t.match(outcome.stdout, `left: 3 with the key ${missing}, which is not in SECRETS_KEY`)
  t.equal((await rekey(own.databaseUrl, newKey, oldKey, otherKey)).code, 0)
})

t.test("rekey doesn't overwrite a secret rotated concurrently", async (t) => {
  const own = await withSecrets(t)
  const [subscription] = own.subscriptions
  const ring = openKeyRing([newKey, oldKey].join())
  const row = signingSecretRow(own.org.organizationId, subscription?.id ?? '')
  let running: Promise<Outcome> | undefined
  await own.store.transaction(async (tx) => {
    const sealed = ring.encrypt('whsec_rotated', row)
    await tx.query('update webhook_subscriptions set secret_encrypted = $1', [sealed])
    running = rekey(own.databaseUrl, newKey, oldKey)
    await eventually('rekey waits for the rotation', async () => {
      const waiting = await own.store.sql.query(`
        select from pg_stat_activity
        where application_name = 'admin' and wait_event_type = 'Lock' and datname = current_database()`)
      return waiting.length > 0
    })
  })
  t.equal((await running)?.code, 0)
  t.equal((await own.readWith(newKey))[0], 'whsec_rotated')
})

t.test(
  'an interrupted rekey continues where it stopped, and deletes expired secrets',
  async (t) => {
    const own = await withSecrets(t, oldKey, 3)
    const secrets = await own.readWith(oldKey)
    const { sql } = own.store
    // As if a run had ended between two batches.
    const half = openKeyRing([newKey, oldKey].join())
    const [first] = own.subscriptions
    const row = signingSecretRow(own.org.organizationId, first?.id ?? '')
    await sql.query('update webhook_subscriptions set secret_encrypted = $1 where id = $2', [
      half.encrypt(first?.secret ?? '', row),
      first?.id ?? '',
    ])
    await sql.query(
      `update webhook_subscriptions set previous_secret_until = now() where id = $1`,
      [first?.id ?? ''],
    )
    const outcome = await rekey(own.databaseUrl, newKey, oldKey)
    t.match(outcome, { code: 0, stdout: /^5 secrets re-encrypted/m })
    t.strictSame(
      await own.readWith(newKey),
      secrets.filter((secret) => secret !== first?.former),
    )
  },
)

t.test('rekey names a manually changed secret, and fails', async (t) => {
  const own = await withSecrets(t)
  await own.store.sql.query(
    `update client_deliveries set token_encrypted = overlay(token_encrypted placing 'AAAA' from 20)`,
  )
  const outcome = await rekey(own.databaseUrl, newKey, oldKey)
  t.equal(outcome.code, 1)
  t.match(outcome.stdout, /^unreadable: client_deliveries:\S+ has changed since/m)
  t.notMatch(outcome.stdout, own.token)
})
