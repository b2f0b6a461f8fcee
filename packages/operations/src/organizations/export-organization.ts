import { type Database, isoInstant, SNAPSHOT, type Sql, selectList } from '@mediajobs/db'
import { CUSTOMER_FIELDS, PROJECT_FIELDS } from '@mediajobs/domain'
import { portableFields } from '@mediajobs/domain/fields'
import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { noSuchOrganization } from '../shared/errors.ts'
import { expectHere, type Organization } from './organization.ts'
import { TENANT_TABLES, type TenantTable } from './tenant-tables.ts'

/** How a table's rows are exported. */
interface ExportedTable extends TenantTable {
  /** The table's name in the file. */
  kind: string
  /** Omitted fields: secret, or meaningless elsewhere. */
  withheld: readonly string[]
  /** Additional fields, name to SQL. */
  more?: Readonly<Record<string, string>>
  toRow(row: Row): Row
}

export type Row = Record<string, unknown>

type Treatment = Partial<Pick<ExportedTable, 'kind' | 'withheld' | 'more' | 'toRow'>>

/** Tables left out of exports, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  api_key_calls: 'call counts of one month',
  api_requests: 'the request log of one week',
  archives: 'download links, which expire after seven days',
  calendars: 'secret addresses, which work here only',
  idempotency_keys: 'stored responses of one day; the records have their data',
  mails: 'mails of 30 days; other tables have their data',
  media_previews: 'derivatives, which can be recreated from the media',
  object_removals: 'objects of deleted records, waiting for removal',
  pay_links: 'secret addresses, which work here only',
  payment_hints: 'events of a payment provider; payments have their data',
  portal_sessions: 'customer sessions, which work here only',
  portal_sign_in_requests: 'mail requests, which last a second',
  portal_sign_ins: 'links that expire after 15 minutes',
  project_status_counts: 'counts, which can be computed from the projects',
  unsubscribe_tokens: 'unsubscribe links of sent mails; customers record who opted out',
  webhook_moments: 'rate limiter state, which lasts a second',
  webhook_hours: 'attempt counts of one day',
}

// Exceptions to the default, which exports a table under its name, without secrets.
const EXCEPTIONS: Readonly<Record<string, Treatment>> = {
  memberships: {
    kind: 'users',
    withheld: ['accountId', 'moving'],
    more: { email: '(select email from users where users.id = memberships.user_id)' },
  },
  payments: { withheld: ['checkoutUrl', 'nextReadAt', 'reads'] },
  webhook_subscriptions: { withheld: ['previousSecretUntil'] },
  events: { toRow: (row) => ({ ...row, data: withoutTokens(row.data) }) },
  customers: { toRow: (row) => asImportRow(row, CUSTOMER_ROW) },
  projects: {
    // The same text as the externalId of the customer's own row.
    more: {
      customerExternalId: `(select coalesce(customers.external_id, customers.id::text) from customers
        where customers.organization_id = projects.organization_id
          and customers.id = projects.customer_id)`,
    },
    toRow: (row) => asImportRow(row, PROJECT_ROW),
  },
  logos: { withheld: ['uploadKey', 'nextKey', 'previousKey', 'attempts', 'leasedUntil'] },
  public_originals: { withheld: ['alteredKey', 'originalKey'] },
}

/** The exported tables in file order: rows follow those they refer to. */
export const EXPORTED_TABLES: readonly ExportedTable[] = TENANT_TABLES.flatMap((tenantTable) => {
  const { name, table } = tenantTable
  if (name in LEFT_OUT) return []
  const { withheld = [], ...rest } = EXCEPTIONS[name] ?? {}
  return {
    ...tenantTable,
    kind: name.replaceAll('_', '-'),
    withheld: ['organizationId', ...secretsOf(table), ...withheld],
    toRow: (row: Row) => row,
    ...rest,
  }
})

/** Fields with credentials: hashed, encrypted or binary. */
function secretsOf(table: PgTable): string[] {
  const isSecret = (column: PgColumn) =>
    /_(hash|encrypted)$/.test(column.name) || column.getSQLType() === 'bytea'
  const columns = Object.entries(getTableColumns(table))
  return columns.filter(([, column]) => isSecret(column)).map(([field]) => field)
}

const CUSTOMER_ROW = portableFields(CUSTOMER_FIELDS)
const PROJECT_ROW = ['customerExternalId', ...portableFields(PROJECT_FIELDS)]

/**
 * A row as accepted by bulk imports. The remaining fields are in `record`, which imports ignore: those without a
 * counterpart, and those meaningful only here (ids, the status).
 */
function asImportRow(row: Row, fields: readonly string[]): Row {
  const isTaken = ([name]: [string, unknown]) => fields.includes(name)
  const entries = Object.entries(row)
  return {
    externalId: row.externalId ?? row.id,
    ...Object.fromEntries(entries.filter(isTaken)),
    record: Object.fromEntries(entries.filter((entry) => !isTaken(entry))),
  }
}

const TOKEN_FIELDS = ['deliveryToken', 'deliveryUrl']

/** A copy without delivery tokens and URLs, which need no other credential. */
function withoutTokens(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutTokens)
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    TOKEN_FIELDS.includes(name) ? null : withoutTokens(value),
  ])
  return Object.fromEntries(entries)
}

interface ExportHead {
  organization: Organization
  /** The time of the snapshot. */
  exportedAt: string
}

/** Receives an export in pieces, with backpressure. */
export interface ExportSink {
  begin(head: ExportHead): Promise<void>
  /** Called one or more times per kind, consecutively. */
  add(kind: string, rows: readonly Row[]): Promise<void>
}

// Bounds memory: a row may have megabytes.
const ROWS_AT_ONCE = 200

// Idle while a batch is written to a possibly slow disk.
const PATIENCE = `set local idle_in_transaction_session_timeout = '10min'`
const HEAD = `
  select id, name, created_at as "createdAt", now()::text as now from organizations where id = $1`

/**
 * Exports all of an organization's data from one snapshot, in constant memory. Holds back vacuum while it runs.
 *
 * @throws {OperationError} `not_found`; or any error of `sink`.
 */
export async function exportOrganization(
  database: Database,
  orgId: string,
  sink: ExportSink,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(SNAPSHOT)
    await tx.query(PATIENCE)
    const [found] = await tx.query<Organization & { now: string }>(HEAD, [orgId])
    if (!found) throw noSuchOrganization()
    await expectHere(tx, orgId)
    const { now, ...organization } = found
    await sink.begin({ organization, exportedAt: isoInstant(now) })
    for (const table of EXPORTED_TABLES) {
      for await (const rows of batches(tx, orgId, table)) {
        await sink.add(table.kind, rows.map(table.toRow))
      }
    }
  })
}

async function* batches(sql: Sql, orgId: string, exported: ExportedTable): AsyncIterable<Row[]> {
  const { table, name, keys, withheld, more = {} } = exported
  const further = Object.entries(more).map(([field, text]) => `, ${text} as "${field}"`)
  const order = keys.map((key) => key.name).join(', ')
  await sql.queryOnce(
    `declare ${name}_rows no scroll cursor for
     select ${selectList(table, withheld)}${further.join('')} from ${name}
     where organization_id = $1 order by ${order}`,
    [orgId],
  )
  for (;;) {
    const rows = await sql.queryOnce<Row>(`fetch ${ROWS_AT_ONCE} from ${name}_rows`)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql.queryOnce(`close ${name}_rows`)
}
