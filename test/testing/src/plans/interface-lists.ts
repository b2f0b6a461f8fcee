import { readFileSync } from 'node:fs'
import type { Sql } from '@mediajobs/db'

/** Records of a large organization, for filters. */
export interface LargeStudio {
  readonly customerId: string
  readonly groupId: string
  readonly memberId: string
  readonly projectId: string
  readonly invoiceId: string
  readonly paymentId: string
  readonly orderId: string
  readonly formId: string
  readonly subscriptionId: string
  readonly importId: string
  readonly apiKeyId: string
}

/** A list of the interface, and its index. */
export interface InterfaceList {
  path: string
  table: string
  index: string
  /** Sort column. Default: `created_at`. */
  column?: string
  /** Tiebreaker. Default: `id`. */
  id?: string
}

/** A list sorted newest first, with an index. */
export function newest(path: string, table: string, index = `${table}_newest`): InterfaceList {
  return { path, table, index }
}

const PROJECT_SORTS = {
  created: ['createdAt', 'created_at'],
  scheduled: ['scheduledTime', 'scheduled_time'],
  updated: ['updatedAt', 'updated_at'],
} as const

export const deliveriesPath = ({ subscriptionId }: LargeStudio) =>
  `/webhooks/subscriptions/${subscriptionId}/deliveries`

/** Every list, with each sort and each filter whose pages must cost the same at any size. */
export function interfaceLists(studio: LargeStudio): InterfaceList[] {
  const { customerId, projectId, invoiceId } = studio
  return [
    newest('/projects', 'projects', 'projects_created'),
    ...projectLists(studio),
    newest('/customers', 'customers'),
    newest('/customer-groups', 'customer_groups'),
    newest(`/customer-groups/${studio.groupId}/members`, 'customer_group_members'),
    newest('/mails', 'mails'),
    newest('/invoices', 'invoices'),
    newest('/invoices?status=SENT', 'invoices', 'invoices_status'),
    newest(`/invoices?customerId=${customerId}`, 'invoices', 'invoices_customer'),
    newest(`/invoices?projectId=${projectId}`, 'invoices', 'invoices_project'),
    newest('/orders', 'orders'),
    newest('/orders?status=REQUESTED', 'orders', 'orders_status'),
    newest(`/orders?formId=${studio.formId}`, 'orders', 'orders_form'),
    newest('/payments', 'payments'),
    newest('/payments?status=SUCCEEDED', 'payments', 'payments_status'),
    newest(`/payments?invoiceId=${invoiceId}`, 'payments', 'payments_invoice'),
    newest(`/payments?orderId=${studio.orderId}`, 'payments', 'payments_order'),
    newest(`/payments?customerId=${customerId}`, 'payments', 'payments_customer'),
    newest(`/payments/${studio.paymentId}/refunds`, 'refunds', 'refunds_of_payment'),
    ...['packages', 'add_ons', 'discounts', 'order_forms'].flatMap((table) =>
      ['', '?archived=true'].map((query) => newest(`/${table.replace('_', '-')}${query}`, table)),
    ),
    newest('/api-keys', 'api_keys'),
    newest('/bulk-imports', 'bulk_imports'),
    ...requestLists(studio),
    newest('/webhooks/subscriptions', 'webhook_subscriptions'),
    ...['', '?role=EDITOR', '?active=true'].map((query) => ({
      ...newest(`/users${query}`, 'memberships'),
      id: 'user_id',
    })),
    newest(`/users/${studio.memberId}/time-off`, 'time_off'),
    newest('/events', 'events', 'events_organization_id_id_pk'),
    newest('/events?event=PROJECT_CREATED', 'events', 'events_of_name'),
    newest(`/events?projectId=${projectId}`, 'events', 'events_of_project'),
    ...deliveryLists(studio),
    {
      path: `/projects/${projectId}/history`,
      table: 'project_status_changes',
      index: 'project_status_changes_organization_id_project_id_id_pk',
      column: 'changed_at',
    },
    newest(`/projects/${projectId}/visits`, 'project_visits'),
    newest(`/projects/${projectId}/leads`, 'leads'),
    {
      path: `/projects/${projectId}/reschedules`,
      table: 'project_reschedules',
      index: 'project_reschedules_of_project',
      column: 'changed_at',
    },
    ...visitLists(),
    {
      path: `/projects/${projectId}/revisions`,
      table: 'revisions',
      index: 'revisions_of_project',
      column: 'round',
    },
    ...importRowLists(studio),
  ]
}

/** The earliest first. */
function visitLists(): InterfaceList[] {
  const of = (filter: string, index: string) => ({
    path: `/visits${filter}`,
    table: 'project_visits',
    index: `project_visits_${index}`,
    column: 'scheduled_time',
  })
  return [of('', 'scheduled'), of('?unassigned=technician', 'technician')]
}

function requestLists({ memberId, apiKeyId }: LargeStudio): InterfaceList[] {
  const indexes = {
    '': 'organization_id_id_pk',
    'status=4XX': 'of_class',
    'status=404': 'of_status',
    'code=not_found': 'of_status',
    'route=/customers/{id}': 'of_route',
    [`apiKeyId=${apiKeyId}`]: 'of_key',
    [`userId=${memberId}`]: 'of_user',
  }
  return Object.entries(indexes).map(([query, index]) => ({
    path: `/requests${query && `?${query}`}`,
    table: 'api_requests',
    index: `api_requests_${index}`,
    // Any time: the table has no time column, and the cursor uses only the id.
    column: `timestamptz '2026-01-01'`,
  }))
}

function projectLists({ customerId, memberId }: LargeStudio): InterfaceList[] {
  const filters = {
    '': '',
    status: '&status=BOOKED',
    customer: `&customerId=${customerId}`,
    technician: `&technicianId=${memberId}`,
    editor: `&editorId=${memberId}`,
    manager: `&projectManagerId=${memberId}`,
    no_technician: '&unassigned=technician',
    no_editor: '&unassigned=editor',
  }
  return Object.entries(filters).flatMap(([filter, query]) =>
    Object.entries(PROJECT_SORTS).flatMap(([sort, [field, column]]) =>
      ['', '-'].map((direction) => ({
        path: `/projects?sort=${direction}${field}${query}`,
        table: 'projects',
        index: ['projects', filter, sort].filter(Boolean).join('_'),
        column,
      })),
    ),
  )
}

function deliveryLists(studio: LargeStudio): InterfaceList[] {
  const own = deliveriesPath(studio)
  const ofSubscription = 'webhook_deliveries_of_subscription'
  const notSucceeded = 'webhook_deliveries_not_succeeded'
  const indexOf = {
    [own]: ofSubscription,
    [`${own}?status=SUCCEEDED`]: ofSubscription,
    [`${own}?status=FAILED`]: notSucceeded,
    '/webhooks/deliveries': 'webhook_deliveries_organization_id_id_pk',
    [`/webhooks/deliveries?subscriptionId=${studio.subscriptionId}`]: ofSubscription,
    '/webhooks/deliveries?status=FAILED': notSucceeded,
    '/webhooks/deliveries?responseStatus=5xx': notSucceeded,
    '/webhooks/deliveries?responseStatus=2xx': 'webhook_deliveries_organization_id_id_pk',
    '/webhooks/deliveries?event=PROJECT_CREATED': 'webhook_deliveries_of_name',
    '/webhooks/deliveries?event=PROJECT_CREATED&status=FAILED': notSucceeded,
  }
  return Object.entries(indexOf).map(([path, index]) => newest(path, 'webhook_deliveries', index))
}

function importRowLists({ importId }: LargeStudio): InterfaceList[] {
  const table = 'bulk_import_rows'
  const rows = { path: `/bulk-imports/${importId}/rows`, table, column: 'row', id: 'import_id' }
  return [
    { ...rows, index: 'bulk_import_rows_organization_id_import_id_row_pk' },
    { ...rows, path: `${rows.path}?status=FAILED`, index: 'bulk_import_rows_status' },
  ]
}

interface DocumentedParameter {
  $ref?: string
  name?: string
  in?: string
}

/** The lists of the OpenAPI document: filters by path, in the form of {@link withoutId}. */
export function documentedLists(): Map<string, string[]> {
  const text = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')
  const { paths }: { paths: Record<string, { get?: { parameters?: DocumentedParameter[] } }> } =
    JSON.parse(text)
  const lists = Object.entries(paths).flatMap(([path, { get }]) =>
    // Excludes customers' lists, which require another credential.
    !path.startsWith('/portal/') && get?.parameters?.some(({ $ref }) => $ref?.endsWith('/Cursor'))
      ? [[path.replace(/\{.*?\}/g, '…'), filtersOf(get.parameters)] as const]
      : [],
  )
  return new Map(lists)
}

function filtersOf(parameters: DocumentedParameter[]): string[] {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  return inQuery.map(({ name = '' }) => name).filter((name) => name !== 'sort')
}

export function withoutId(path: string): string {
  return path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
}

/**
 * The path of a page nine tenths into the list, with its cursor.
 *
 * @param nextCursor of the first page
 */
export async function deepPath(
  sql: Sql,
  orgId: string,
  { path, table, column = 'created_at', id = 'id' }: InterfaceList,
  nextCursor: string,
): Promise<string> {
  const [position] = await sql.queryOnce<{ value: string; id: string }>(
    `select ${column} as value, ${id} as id from ${table} where organization_id = $1
     order by ${column} desc, ${id} desc
     offset (select count(*) * 9 / 10 from ${table} where organization_id = $1) limit 1`,
    [orgId],
  )
  return pathFrom(path, nextCursor, position)
}

/** The path of the page after a position in the list. `nextCursor` is any cursor of the same list. */
export function pathFrom(
  path: string,
  nextCursor: string,
  position: { value: string; id: string } | undefined,
): string {
  const [digest] = Buffer.from(nextCursor, 'base64url').toString().split(' ')
  const cursor = Buffer.from(`${digest} ${position?.value} ${position?.id}`).toString('base64url')
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`
}
