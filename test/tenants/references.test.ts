// Reads the migrated database's catalog, so new tables are covered automatically.

import { testApp } from '@mediajobs/testing/api/app'
import { furnishedOrg } from '@mediajobs/testing/api/furnished-org'
import t from 'tap'
import { type ForeignKey, readCatalogue } from './support/catalogue.ts'
import { furnishRest } from './support/furnish-rest.ts'

const TENANT = 'organization_id'

const NO_TENANT: Record<string, string> = {
  organizations: 'the tenants themselves',
  users: 'people and their accounts, which may be members of several organizations',
  sessions: 'of an account; each request names the organization',
  sign_in_networks: 'of an account; has no data of an organization',
  password_reset_requests: 'of any address, known or not; has no data of an organization',
  password_resets: 'of a person; has no data of an organization',
  moved_credentials: 'hashes of an organization whose rows were dropped after a move',
  rate_windows: 'of keys, sessions and addresses; has no data of an organization',
}

const UNIQUE_WITHOUT_TENANT: Record<string, string> = {
  invitations_token_hash_unique: 'found by the hash of 256 random bits',
  api_keys_key_hash_unique: 'found by the hash of 256 random bits',
  archives_token_hash_unique: 'found by the hash of 256 random bits',
  calendars_token_hash_unique: 'found by the hash of 256 random bits',
  client_deliveries_token_hash_unique: 'found by the hash of 256 random bits',
  unsubscribe_tokens_token_hash_unique: 'found by the hash of 256 random bits',
  payment_accounts_token_hash_unique: 'found by the hash of 256 random bits',
  pay_links_token_hash_unique: 'found by the hash of 256 random bits',
  portal_sign_ins_token_hash_unique: 'found by the hash of 256 random bits',
  portal_sessions_token_hash_unique: 'found by the hash of 256 random bits',
  orders_hold_token_hash_unique: 'found by the hash of 256 random bits',
  orders_token_hash_unique: 'found by the hash of 256 random bits',
  order_forms_public_id_unique: 'found by 130 random bits, before its owner is known',
  websites_public_id_unique: 'found by 130 random bits, before its owner is known',
  websites_tour_public_id_unique: 'found by 130 random bits, before its owner is known',
  public_originals_public_id_unique: 'found by 130 random bits, before its owner is known',
}

// References within the organization without a foreign key, by `table.column`.
const UNENFORCED: Record<string, string> = {
  'memberships.account_id': 'an account of the same person; written while the person is locked',
  'webhook_deliveries.event_id': 'days of the log are dropped whole; written by one statement',
  'webhook_attempts.delivery_id':
    'days of the log are dropped whole; settled by organization and id',
  'webhook_hours.subscription_id': 'purged after a day; written by the statement that settles',
  'bulk_import_rows.record_id':
    'a record of any kind that an import makes; written by the operation that makes it',
  'media.altered_from_media_id': 'outlives its original; the operation looks in the organization',
  'media.replaces_media_id': 'kept up to date by the operations that replace and delete media',
  'media.replaced_by_media_id': 'as above',
  'media_uploads.media_id': 'outlives the media; written by the transaction that makes them',
  'client_deliveries.media_ids': 'delivered media, even if deleted since',
  'archives.media_ids': 'as above; the operation looks in the organization',
  'public_originals.media_id': 'outlives the media; written by the delivery of their project',
  'public_originals.original_media_id': 'as above',
  'revision_items.project_id': 'that of its revision; written by one operation',
  'revision_items.media_id': 'outlives the media; the operation looks in the delivery',
  'revision_items.resolved_media_id': 'outlives the media; the operation looks in the project',
  'revisions.requested_by_user_id': 'written by the operation, for its caller',
  'api_requests.request_id': 'no record: the x-request-id of a response',
  'api_requests.api_key_id':
    'days of the log are dropped whole; written from the admission of the call',
  'api_requests.user_id': 'as above',
  'payments.checkout_id': 'no record: the id of a session at the provider',
  'payments.provider_payment_id': 'no record: the id of a payment at the provider',
  'refunds.provider_refund_id': 'no record: the id of a refund at the provider',
  'payment_hints.event_id': 'no record: the id of an event at the provider',
  'payment_hints.payment_id': 'as a signed event names it; read together with the organization',
  'payment_hints.provider_payment_id': 'no record: the id of a payment at the provider',
  'projects.selected_add_on_ids': 'a list; the operation looks in the organization',
  'order_forms.package_ids': 'as above',
  'websites.media_ids': 'as above',
  'websites.tour_public_id': "no record: the id in a page's URL",
  'order_forms.add_on_ids': 'as above',
  'order_forms.technician_ids': 'as above',
  'invoices.project_ids': 'a list; billed_projects refers to the same ones',
}

// The record's own ids: assigned by the client, and shown in public URLs.
const NO_REFERENCE = /^(external_id|public_id)$/

const service = await testApp(t)
const { sql, database } = service.store
const catalogue = await readCatalogue(sql)
const own = await furnishedOrg(service)
const foreign = await furnishedOrg(service)
for (const each of [own, foreign]) await furnishRest(service, each)
// So that only a foreign key refuses copies of our rows.
for (const change of [
  'client_deliveries set superseded_at = now()',
  'revisions set round = round + 2',
  'project_visits set is_mirrored = false',
]) {
  await sql.query(`update ${change} where organization_id = $1`, [foreign.org.organizationId])
}
// A customer may have been in many groups, but is in only one.
await sql.query('update customer_group_members set left_at = now()')

t.test("every table's primary key starts with the organization", async (t) => {
  t.ok(catalogue.tenantTables.length > 20)
  for (const { name, columns, primaryKey } of catalogue.tables) {
    if (!columns.includes(TENANT)) t.ok(NO_TENANT[name], `${name} has no organization`)
    else t.equal(primaryKey[0], TENANT, name)
  }
})

t.test('no guessable value is unique across organizations', async (t) => {
  const tenants = catalogue.tenantTables.map(({ name }) => name)
  for (const { name, table, first } of catalogue.uniqueIndexes) {
    if (tenants.includes(table) && first !== TENANT) t.ok(UNIQUE_WITHOUT_TENANT[name], name)
  }
})

t.test(
  'every foreign key between tenant tables includes the organization on both sides',
  async (t) => {
    for (const { name, columns, referencedColumns } of catalogue.tenantForeignKeys) {
      const at = columns.indexOf(TENANT)
      t.not(at, -1, name)
      t.equal(referencedColumns[at], TENANT, name)
    }
  },
)

t.test('each reference without a foreign key is listed with a reason', async (t) => {
  const enforced = new Set(
    catalogue.foreignKeys.flatMap(({ table, columns }) =>
      columns.map((each) => `${table}.${each}`),
    ),
  )
  const unenforced = catalogue.tenantTables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /_ids?$/.test(column) && column !== TENANT && !NO_REFERENCE.test(column))
      .map((column) => `${name}.${column}`)
      .filter((column) => !enforced.has(column)),
  )
  t.strictSame(unenforced.sort(), Object.keys(UNENFORCED).sort())
})

for (const key of catalogue.tenantForeignKeys) {
  const { name, table, referenced } = key
  t.test(
    `${name}: ${table} cannot refer to another organization’s ${referenced} [c4-references]`,
    async (t) => {
      const refused = { code: '23503', constraint: name }
      t.equal(
        await change(key, own.org.organizationId),
        'written',
        "it can refer to its own organization's records",
      )
      t.match(await change(key, foreign.org.organizationId), refused)
      t.match(await insert(key), refused)
    },
  )
}

/** Makes a row of our organization refer to a record of `organizationId`. */
function change(key: ForeignKey, organizationId: string) {
  const { table, referenced } = key
  const assignments = referencesOf(key).map(([column, target]) => `${column} = target.${target}`)
  return undone(
    `with mine as (select tableoid, ctid from ${table} where organization_id = $1 limit 1)
    update ${table} as changed set ${assignments.join(', ')}
    from mine, (select * from ${referenced} where organization_id = $2 limit 1) as target
    where changed.tableoid = mine.tableoid and changed.ctid = mine.ctid
    returning 1`,
    [own.org.organizationId, organizationId],
  )
}

/** Copies one of our rows into the other organization; one reference still points to ours. */
function insert(key: ForeignKey) {
  const { name, table, referenced } = key
  const targets = new Map(referencesOf(key))
  // A copy has its row's id, so a reference to that row would resolve to the copy.
  const unlessItself = table === referenced ? 'and mine.id <> target.id' : ''
  const others = catalogue.tenantForeignKeys
    .filter((other) => other.table === table && other.name !== name)
    .flatMap((other) => referencesOf(other).map(([column, id]) => [column, other, id] as const))
  const columns = catalogue.tables.find((each) => each.name === table)?.columns ?? []
  const values = columns.map((column) => {
    if (column === TENANT) return '$2::uuid'
    if (targets.has(column)) return `target.${targets.get(column)}`
    const other = others.find(([theirs]) => theirs === column)
    if (other) {
      return `(select ${other[2]} from ${other[1].referenced} where organization_id = $2 limit 1)`
    }
    if (column.endsWith('public_id')) return 'gen_random_uuid()'
    // An invoice number is unique within its organization.
    if (column === 'number') return 'null'
    return column.endsWith('_hash') ? 'uuid_send(gen_random_uuid())' : `mine.${column}`
  })
  return undone(
    `insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')} from ${table} as mine,
      (select * from ${referenced} where organization_id = $1 limit 1) as target
    where mine.organization_id = $1 ${unlessItself} limit 1
    returning 1`,
    [own.org.organizationId, foreign.org.organizationId],
  )
}

/** The referring columns with the columns they refer to, excluding the organization. */
function referencesOf({ columns, referencedColumns }: ForeignKey): [string, string][] {
  return columns
    .map((column, i): [string, string] => [column, referencedColumns[i] ?? ''])
    .filter(([column]) => column !== TENANT)
}

/** Runs a statement in a transaction that is rolled back; returns its error, or whether it wrote a row. */
async function undone(text: string, values: readonly string[]): Promise<unknown> {
  const undo = new Error('undone')
  let rows = 0
  try {
    await database.transaction(async (tx) => {
      rows = (await tx.queryOnce(text, values)).length
      throw undo
    })
  } catch (error) {
    if (error !== undo) return error
  }
  return rows === 1 ? 'written' : 'no row was written: the fixture must have one'
}
