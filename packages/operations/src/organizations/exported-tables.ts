import type { CustomerInput } from '../customers/customer.ts'
import type { ProjectInput } from '../projects/project.ts'
import { TENANT_TABLES, type TenantTable } from './tenant-tables.ts'

/** How the rows of a table are exported. */
export interface ExportedTable extends TenantTable {
  /** What the file calls them. */
  kind: string
  /** Fields that stay behind: they are secrets, or make no sense elsewhere. */
  withheld: readonly string[]
  /** SQL of further fields, under their names. */
  more?: Readonly<Record<string, string>>
  /** Makes of a row what the file has of it. */
  toRow(row: Row): Row
}

export type Row = Record<string, unknown>

type Treatment = Partial<Pick<ExportedTable, 'kind' | 'withheld' | 'more' | 'toRow'>>

/** Tables that are not exported, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  idempotency_keys: 'first answers, kept for a day to recognise repeats; the records have it all',
  object_removals: 'objects of deleted records that wait to be removed',
  project_status_counts: 'sums that follow from the projects',
}

// Each table is named, so that a new one, which may hold secrets, is exported only by being thought of.
const TREATMENTS: Readonly<Record<string, Treatment>> = {
  memberships: {
    kind: 'users',
    withheld: ['acceptedAt', 'accountId', 'joinedAt'],
    more: {
      email: '(select email from users where users.id = memberships.user_id)',
      acceptedAt: 'coalesce(memberships.accepted_at, memberships.joined_at)',
    },
  },
  api_keys: { withheld: ['keyHash'] },
  invitations: { withheld: ['tokenHash'] },
  webhook_subscriptions: {
    withheld: ['secretEncrypted', 'previousSecretEncrypted', 'previousSecretUntil'],
  },
  webhook_pauses: {},
  events: { toRow: (row) => ({ ...row, data: withoutTokens(row.data) }) },
  webhook_attempts: {},
  webhook_deliveries: {},
  customers: { toRow: asCustomerRow },
  add_ons: {},
  packages: {},
  discounts: {},
  projects: {
    // The same text as the externalId of the customer's own row.
    more: {
      customerExternalId: `(select coalesce(customers.external_id, customers.id::text) from customers
        where customers.organization_id = projects.organization_id
          and customers.id = projects.customer_id)`,
    },
    toRow: asProjectRow,
  },
  project_status_changes: {},
  invoices: {},
  invoice_numbers: {},
  media: {},
  media_uploads: {},
  client_deliveries: { withheld: ['tokenHash', 'tokenEncrypted'] },
  bulk_imports: {},
  bulk_import_rows: {},
}

/** What is exported, in the order of the file: what a row names stands before it. */
export const EXPORTED_TABLES: readonly ExportedTable[] = TENANT_TABLES.flatMap((tenantTable) => {
  const { name } = tenantTable
  const treatment = TREATMENTS[name]
  if (!treatment) return []
  const { withheld = [], ...rest } = treatment
  return {
    ...tenantTable,
    kind: name.replaceAll('_', '-'),
    withheld: ['organizationId', ...withheld],
    toRow: (row: Row) => row,
    ...rest,
  }
})

type Marks<Input> = Record<Exclude<keyof Input, 'externalId'>, boolean>

// Whether the import of another organization can take a field: an id or a code is of this one alone. A
// new field has to be here to compile.
const CUSTOMER_FIELDS = {
  name: true,
  email: true,
  phone: true,
  company: true,
  notes: true,
} as const satisfies Marks<CustomerInput>

const PROJECT_FIELDS = {
  customerExternalId: true,
  scheduledTime: true,
  addressLine1: true,
  addressLine2: true,
  city: true,
  region: true,
  postalCode: true,
  countryCode: true,
  lat: true,
  lng: true,
  notes: true,
  customerId: false,
  packageId: false,
  projectManagerId: false,
  technicianId: false,
  editorId: false,
  mediaTypes: true,
  estimatedDuration: true,
  selectedAddOnIds: false,
  bookingAnswers: true,
  discountId: false,
  discountCode: false,
} as const satisfies Marks<ProjectInput & { customerExternalId: string }>

/** A field of a project that an export hands to the import of another organization. */
export type ExportedProjectField = {
  [Name in keyof typeof PROJECT_FIELDS]: (typeof PROJECT_FIELDS)[Name] extends true ? Name : never
}[keyof typeof PROJECT_FIELDS]

function asCustomerRow(row: Row): Row {
  return asImportRow(row, CUSTOMER_FIELDS)
}

function asProjectRow(row: Row): Row {
  return asImportRow(row, PROJECT_FIELDS)
}

/**
 * A row as the bulk import takes it. What it has no field for, or what only its own organization knows
 * (ids, the status), is in `record`, which the import passes over.
 */
function asImportRow(row: Row, marks: Readonly<Record<string, boolean>>): Row {
  const isTaken = ([name]: [string, unknown]) => marks[name] === true
  const entries = Object.entries(row)
  return {
    externalId: row.externalId ?? row.id,
    ...Object.fromEntries(entries.filter(isTaken)),
    record: Object.fromEntries(entries.filter((entry) => !isTaken(entry))),
  }
}

const TOKEN_FIELDS = ['deliveryToken', 'deliveryUrl']

/** A copy in which the links that clients were sent are `null`: whoever has one needs nothing else. */
function withoutTokens(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutTokens)
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    TOKEN_FIELDS.includes(name) ? null : withoutTokens(value),
  ])
  return Object.fromEntries(entries)
}
