import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Sql } from '@mediajobs/db'
import type { Test } from 'tap'

/** A statement that the service has sent, and how PostgreSQL went about it. */
export interface Plan {
  readonly text: string
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

/** One table that a plan reads, and by what. */
export interface Scan {
  readonly table: string
  /** The day's partition, or the table itself. */
  readonly relation: string
  /**
   * As the schema names it, on a partition too; `null` for a walk over all rows. Behind
   * {@link WHOLE_INDEX}: an index that is walked from end to end.
   */
  readonly index: string | null
}

export interface PlanRecorder {
  /** The database by a way on which every plan is noted. */
  readonly url: string
  readonly plans: readonly Plan[]
  /** What was noted while `work` ran. */
  during(work: () => Promise<unknown>): Promise<Plan[]>
}

// PostgreSQL tells the plan of each statement to whoever sent it.
const SETTINGS = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_level=notice',
  'auto_explain.log_format=json',
  'auto_explain.log_parameter_max_length=0',
]
export const WHOLE_INDEX = 'all of '
// They hold what is under way, and nothing of what has ended.
const UNDER_WAY = ['bulk_imports_unfinished', 'webhook_deliveries_waiting']
const NOTICE = 'N'.charCodeAt(0)
const HEADER_BYTES = 5
const DAY_MS = 86_400_000

/** Partitions and their indexes, by the names of what they are parts of. */
const PARTS = `
  select part.relname as part, whole.relname as whole
  from pg_inherits
  join pg_class as part on part.oid = inhrelid
  join pg_class as whole on whole.oid = inhparent`

/**
 * Notes the plans of all that is sent over its way to the database, by whichever process: they are
 * read from the wire, and so are those of the very statements.
 *
 * @param settings of PostgreSQL, for the connections that go this way
 */
export async function recordPlans(
  t: Test,
  databaseUrl: string,
  sql: Sql,
  settings: readonly string[] = [],
): Promise<PlanRecorder> {
  const parts = await sql.query<{ part: string; whole: string }>(PARTS)
  const wholeOf = new Map(parts.map(({ part, whole }) => [part, whole]))
  const plans: Plan[] = []
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    const read = noticesIn((message) => {
      const plan = planIn(message, wholeOf)
      if (plan) plans.push(plan)
    })
    for (const each of [socket, upstream]) {
      sockets.add(each)
      each.on('error', () => {})
      each.on('close', () => {
        sockets.delete(each)
        socket.destroy()
        upstream.destroy()
      })
    }
    socket.pipe(upstream)
    // Noted before the answer is passed on: whoever has the answer finds the plan.
    upstream.on('data', (chunk: Buffer) => {
      read(chunk)
      socket.write(chunk)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the recorder has no port')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${address.port}`
  const options = [...SETTINGS, ...settings].map((setting) => `-c ${setting}`)
  url.searchParams.set('options', options.join(' '))
  t.teardown(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
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

/** Finds the notices in what a server says: each message has a type, a length and a body. */
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

// Fields that each begin with a letter and end with a zero; M is the text for people.
function messageIn(body: Buffer): string {
  const fields = body.toString().split('\0')
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? ''
}

function planIn(message: string, wholeOf: ReadonlyMap<string, string>): Plan | undefined {
  const [, json] = /^duration: .* plan:\n(.*)/s.exec(message) ?? []
  if (json === undefined) return undefined
  const { 'Query Text': text, Plan: root }: { 'Query Text': string; Plan: PlanNode } =
    JSON.parse(json)
  const whole = (name: string) => wholeOf.get(name) ?? name
  const scans = nodesOf(root).flatMap((node): Scan[] => {
    const relation = node['Relation Name']
    if (relation === undefined || !node['Node Type'].endsWith('Scan')) return []
    // It goes straight to the rows that another node has found.
    if (node['Node Type'] === 'Tid Scan') return []
    // A bitmap's indexes stand below it.
    const indexes = nodesOf(node).flatMap(({ 'Index Name': name, 'Index Cond': condition }) =>
      name === undefined ? [] : `${condition === undefined ? WHOLE_INDEX : ''}${whole(name)}`,
    )
    const index = [...new Set(indexes)].join(' + ') || null
    return [{ table: whole(relation), relation, index }]
  })
  return { text, root, scans }
}

/** A node and all below it. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

export function isSort(node: PlanNode): boolean {
  return node['Node Type'].includes('Sort')
}

/** Whether it goes over all rows of one of these relations. */
export function isWalk({ relation, index }: Scan, among: ReadonlySet<string>): boolean {
  if (!among.has(relation)) return false
  if (index === null) return true
  return index.startsWith(WHOLE_INDEX) && !UNDER_WAY.includes(index.slice(WHOLE_INDEX.length))
}

/** Whether it takes in all that a table gives. */
export function readsWithoutLimit(node: PlanNode): boolean {
  if (node['Node Type'] === 'Limit') return false
  return node['Relation Name'] !== undefined || (node.Plans ?? []).some(readsWithoutLimit)
}

/**
 * By what these plans read the table; `null` is a walk over all of its rows.
 *
 * @param among partitions that count, all when left out: how an empty one is read is of no weight
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

/** Tables and partitions with at least so many rows, and their indexes. */
export async function relationsOf(sql: Sql, leastRows: number): Promise<Set<string>> {
  const large = await sql.queryOnce<{ name: string }>(
    'select relname as name from pg_class where reltuples >= $1',
    [leastRows],
  )
  return new Set(large.map(({ name }) => name))
}
