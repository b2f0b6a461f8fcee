import type { Sql } from '@mediajobs/db'
import { relayDatabase } from '@mediajobs/db/testing'

/** A statement sent by the service, and its query plan. */
export interface Plan {
  readonly text: string
  readonly durationMs: number
  readonly root: PlanNode
  readonly scans: readonly Scan[]
}

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** A node of a plan recorded with `auto_explain.log_analyze=on`. */
export interface AnalyzedNode extends PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
}

/** A table read by a plan, and the index used. */
export interface Scan {
  readonly table: string
  /** The day's partition, or the table itself. */
  readonly relation: string
  /**
   * The name in the schema, on a partition too; `null` for a scan of all rows. With the prefix
   * {@link WHOLE_INDEX}, the index is scanned from end to end.
   */
  readonly index: string | null
}

export interface PlanRecorder {
  /** The URL of the database through a proxy that records every plan. */
  readonly url: string
  readonly plans: readonly Plan[]
  /** The plans of statements sent during `work`. */
  during(work: () => Promise<unknown>): Promise<Plan[]>
}

// Makes PostgreSQL send each statement's plan to the client.
const SETTINGS = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_level=notice',
  'auto_explain.log_format=json',
  'auto_explain.log_parameter_max_length=0',
]
export const WHOLE_INDEX = 'all of '
// These indexes contain only unfinished work, so full scans are cheap.
const UNDER_WAY = ['bulk_imports_unfinished', 'webhook_deliveries_waiting']
const NOTICE = 'N'.charCodeAt(0)
const HEADER_BYTES = 5
const DAY_MS = 86_400_000

/** Partitions and their indexes, with the names of their parents. */
const PARTS = `
  select part.relname as part, whole.relname as whole
  from pg_inherits
  join pg_class as part on part.oid = inhrelid
  join pg_class as whole on whole.oid = inhparent`

/**
 * Starts a proxy to the database that records the plan of each statement, from any process. The plans are
 * read from the connection, so they are those of the statements that really ran.
 *
 * @param t anything with `teardown`, such as a test
 * @param settings of PostgreSQL, for the connections through the proxy
 */
export async function recordPlans(
  t: { teardown(end: () => Promise<void>): unknown },
  databaseUrl: string,
  sql: Sql,
  settings: readonly string[] = [],
): Promise<PlanRecorder> {
  const parts = await sql.query<{ part: string; whole: string }>(PARTS)
  const wholeOf = new Map(parts.map(({ part, whole }) => [part, whole]))
  const plans: Plan[] = []
  // Recorded before the result is passed on, so callers find the plan.
  const ofServer = () => {
    const read = noticesIn((message) => {
      const plan = planIn(message, wholeOf)
      if (plan) plans.push(plan)
    })
    return (chunk: Buffer) => {
      read(chunk)
      return true
    }
  }
  const url = await relayDatabase(t, databaseUrl, { ofServer })
  const options = [...SETTINGS, ...settings].map((setting) => `-c ${setting}`)
  url.searchParams.set('options', options.join(' '))
  return {
    url: url.href,
    plans,
    async during(work) {
      const from = plans.length
      await work()
      return plans.slice(from)
    },
  }
}

/** Extracts the notices from a server's messages: type, length, body. */
function noticesIn(onNotice: (message: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= HEADER_BYTES) {
      const end = 1 + rest.readUInt32BE(1)
      if (rest.length < end) return
      if (rest[0] === NOTICE) onNotice(messageIn(rest.subarray(HEADER_BYTES, end)))
      rest = rest.subarray(end)
    }
  }
}

// Fields: a letter, a value, a zero byte. M is the message.
function messageIn(body: Buffer): string {
  const fields = body.toString().split('\0')
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? ''
}

function planIn(message: string, wholeOf: ReadonlyMap<string, string>): Plan | undefined {
  const [, duration, json] = /^duration: ([\d.]+) ms {2}plan:\n(.*)/s.exec(message) ?? []
  if (json === undefined) return undefined
  const { 'Query Text': text, Plan: root }: { 'Query Text': string; Plan: PlanNode } =
    JSON.parse(json)
  const whole = (name: string) => wholeOf.get(name) ?? name
  const scans = nodesOf(root).flatMap((node): Scan[] => {
    const relation = node['Relation Name']
    if (relation === undefined || !node['Node Type'].endsWith('Scan')) return []
    // A Tid Scan reads only rows found by another node.
    if (node['Node Type'] === 'Tid Scan') return []
    // A bitmap scan's indexes are in child nodes.
    const indexes = nodesOf(node).flatMap(({ 'Index Name': name, 'Index Cond': condition }) =>
      name === undefined ? [] : `${condition === undefined ? WHOLE_INDEX : ''}${whole(name)}`,
    )
    const index = [...new Set(indexes)].join(' + ') || null
    return [{ table: whole(relation), relation, index }]
  })
  return { text, durationMs: Number(duration), root, scans }
}

/** A node and its descendants. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

export function isSort(node: PlanNode): boolean {
  return node['Node Type'].includes('Sort')
}

/** Whether a scan reads all rows of one of these relations. */
export function isWalk({ relation, index }: Scan, among: ReadonlySet<string>): boolean {
  if (!among.has(relation)) return false
  if (index === null) return true
  return index.startsWith(WHOLE_INDEX) && !UNDER_WAY.includes(index.slice(WHOLE_INDEX.length))
}

/** Whether a node reads a table without a limit. */
export function readsWithoutLimit(node: PlanNode): boolean {
  if (node['Node Type'] === 'Limit') return false
  return node['Relation Name'] !== undefined || (node.Plans ?? []).some(readsWithoutLimit)
}

/**
 * The indexes by which these plans read the table; `null` is a scan of all its rows.
 *
 * @param among the partitions that count, all by default; how an empty one is read does not matter
 */
export function indexesOf(
  plans: readonly Plan[],
  table: string,
  among?: ReadonlySet<string>,
): (string | null)[] {
  const scans = plans.flatMap((plan) => plan.scans).filter((scan) => scan.table === table)
  const counted = scans.filter(({ relation }) => among?.has(relation) ?? true)
  return [...new Set(counted.map(({ index }) => index))]
}

/** The days of a log whose partitions these plans read, as days before today, ascending. */
export function daysRead(plans: readonly Plan[], table: string): number[] {
  const scans = plans.flatMap((plan) => plan.scans).filter((scan) => scan.table === table)
  const days = scans.map(({ relation }) => {
    const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(relation) ?? []
    return Math.floor(Date.now() / DAY_MS) - Date.parse(`${year}-${month}-${day}`) / DAY_MS
  })
  return [...new Set(days)].sort((a, b) => a - b)
}

/** Tables, partitions and indexes with at least `leastRows` rows. */
export async function relationsOf(sql: Sql, leastRows: number): Promise<Set<string>> {
  const large = await sql.queryOnce<{ name: string }>(
    `select relname as name from pg_class
     where reltuples >= $1 and relnamespace <> 'pg_catalog'::regnamespace`,
    [leastRows],
  )
  return new Set(large.map(({ name }) => name))
}
