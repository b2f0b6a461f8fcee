import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_KEY_WINDOWS, SESSION_WINDOWS } from '@mediajobs/domain'
import { createAdmitter } from '@mediajobs/operations/credentials'
import { createProject } from '@mediajobs/operations/projects'
import { openStore } from '@mediajobs/outbox'
import pg from 'pg'
import type { BenchKey } from '../support/fill.ts'

interface Statement {
  text: string
  values: readonly unknown[]
}

/**
 * Writes the statements of one booking as a pgbench script: recorded from the service's code, with literal values,
 * pipelined as far as pgbench can. Each run draws one of the first `organizations` of `fill`, and a key of
 * `addPgbenchKeys`. Returns the script's path.
 */
export async function writeCreateScript(
  folder: string,
  databaseUrl: string,
  { key, organizationId }: BenchKey,
  organizations: number,
  body: object,
): Promise<string> {
  const statements = await record(databaseUrl, async (store) => {
    const admitter = createAdmitter({
      sql: store.sql,
      keyWindows: DEFAULT_KEY_WINDOWS,
      sessionWindows: SESSION_WINDOWS,
      onUsageNotSaved() {},
    })
    await admitter.byApiKey(key)
    await store.transaction((tx) => createProject(tx, organizationId, body as never))
  })
  const [admission, ...transaction] = statements.map((statement) =>
    literal(statement, organizationId),
  )
  const file = join(folder, `create-${organizations}.pgbench`)
  await writeFile(
    file,
    [
      `\\set n random(1, ${organizations})`,
      `\\set key random(1, ${PGBENCH_KEYS})`,
      '\\startpipeline',
      admission,
      '\\endpipeline',
      '\\startpipeline',
      ...transaction,
      '\\endpipeline',
    ].join('\n'),
  )
  return file
}

// Enough that none reaches its rate limit.
export const PGBENCH_KEYS = 50_000

/** Adds keys whose hashes pgbench can compute from a number, round-robin over the organizations. */
export async function addPgbenchKeys(client: pg.Client, organizations: number): Promise<void> {
  await client.query(
    `insert into api_keys
       (organization_id, id, name, scopes, prefix, key_hash, created_by_user_id, last_used_at)
     select member.organization_id, uuid_v7(), 'pgbench', array['ADMIN'], 'mjk_pgbench',
       sha256(convert_to('pgbench-' || key, 'UTF8')), member.user_id, now()
     from generate_series(1, ${PGBENCH_KEYS}) as key
     join memberships as member
       on member.organization_id = ${organizationOf(`(key % ${organizations} + 1)`)}`,
  )
}

function organizationOf(n: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${n}::int), 12, '0'))::uuid`
}

type Store = ReturnType<typeof openStore>

async function record(
  databaseUrl: string,
  work: (store: Store) => Promise<void>,
): Promise<Statement[]> {
  const store = openStore({ databaseUrl, poolSize: 2, applicationName: 'record', onError() {} })
  // A process's first transaction also creates partitions: not part of a booking.
  await store.transaction(async () => {})
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
    const [first, second] = args as unknown as [string | Partial<Statement>, unknown]
    const { text = '', values = [] } = typeof first === 'string' ? { text: first } : first
    statements.push({ text, values: Array.isArray(second) ? second : values })
    return query.apply(this, args as never)
  } as typeof query
  try {
    await work(store)
  } finally {
    pg.Client.prototype.query = query
    await store.close()
  }
  return statements.filter(({ text }) => !/^\s*(listen|notify|select pg_notify)/i.test(text))
}

const ANY_ORGANIZATION = '00000000-0000-7000-8000-000000000001'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The statement with literal values. Each run has new ids, except the organization. pgbench hashes the key. */
function literal({ text, values }: Statement, organizationId: string): string {
  const sql = (value: unknown): string => {
    if (value === null || value === undefined) return 'null'
    if (Buffer.isBuffer(value)) return `sha256(convert_to('pgbench-' || :key, 'UTF8'))`
    if (Array.isArray(value)) return `array[${value.map(sql).join(', ')}]`
    if (value === organizationId) return organizationOf(':n')
    const shown = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return literalText(shown.replaceAll(organizationId, ANY_ORGANIZATION))
  }
  // On one line, a comment would hide the rest.
  const uncommented = text.replaceAll(/--.*$/gm, '')
  const filled = uncommented.replace(/\$(\d+)/g, (_, n) => sql(values[Number(n) - 1]))
  return `${filled.replaceAll(/\s+/g, ' ').trim()};`
}

function literalText(text: string): string {
  return UUID.test(text) ? 'gen_random_uuid()' : quoted(text)
}

// A colon begins a pgbench variable, even in a string.
function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')
  return `E'${escaped}'`
}
