import { type Sql, UNFLUSHED } from '@mediajobs/db'
import { hashSecret, type RateWindow, type Role, type Scope } from '@mediajobs/domain'
import { type JudgedRow, judge, judgedColumns } from './rate-windows.ts'

const IS_STALE = `coalesce(k.last_used_at < now() - interval '1 minute', true)`

const NOTE_USAGE = `
  update api_keys set last_used_at = now()
  where (organization_id, id) in (
    select k.organization_id, k.id
    from ${UNFLUSHED}, unnest($1::uuid[], $2::uuid[]) as used (organization_id, id)
    join api_keys as k on k.organization_id = used.organization_id and k.id = used.id
    where ${IS_STALE}
    for no key update of k skip locked
  )`

/** A live key and the verdict on its call. */
export interface KeyRow extends JudgedRow {
  /** Which of the keys that were asked for it is, from 1. */
  place: number
  organization_id: string
  id: string
  user_id: string
  role: Role
  scopes: Scope[]
  expires_at: string | null
  usage_is_stale: boolean
}

interface Call {
  readonly key: string
  /** Sends what is to be answered right behind the verdict. */
  sendBehind(): void
  resolve(row: KeyRow | undefined): void
  reject(error: unknown): void
}

// A verdict comes within a few milliseconds, unless its connection hangs.
const LATE_MS = 50

/**
 * Answers what judges a call of a key: `undefined` for one that is unknown, revoked or expired. Calls
 * that come while others are being judged are judged by one statement when these have been: under
 * load, that takes less than half of the work of one for each.
 */
export function keyJudge(
  sql: Sql,
  windows: readonly RateWindow[],
  onUnnoted: (error: unknown) => void,
): (key: string, sendBehind: () => void) => Promise<KeyRow | undefined> {
  const statement = keyAdmission(windows)
  let calls: Call[] = []
  let isJudging = false
  // One for all, started anew each time: a timer for each statement is dear (ADR 11).
  const late = setTimeout(goOn, LATE_MS).unref()

  async function judgeTogether(together: readonly Call[]): Promise<void> {
    try {
      const hashes = together.map(({ key }) => hashSecret(key))
      const judged = sql.query<KeyRow>(statement, [hashes])
      for (const call of together) sendBehind(call)
      const rows = await judged
      const rowAt = new Map(rows.map((row) => [row.place, row]))
      for (const [i, call] of together.entries()) call.resolve(rowAt.get(i + 1))
      noteUsage(sql, rows).catch(onUnnoted)
    } catch (error) {
      for (const call of together) call.reject(error)
    }
  }

  function judgeWaiting(): void {
    if (isJudging || calls.length === 0) return
    isJudging = true
    late.refresh()
    const parts = withoutRepeats(calls)
    calls = []
    void Promise.all(parts.map(judgeTogether)).then(goOn)
  }

  function goOn(): void {
    isJudging = false
    // Not at once: what this turn of the event loop brings is judged with them.
    if (calls.length > 0) setImmediate(judgeWaiting)
  }

  return (key, sendBehind) =>
    new Promise((resolve, reject) => {
      if (calls.length === 0) setImmediate(judgeWaiting)
      calls.push({ key, sendBehind, resolve, reject })
    })
}

/** What one caller sends amiss is no other's failure. */
function sendBehind(call: Call): void {
  try {
    call.sendBehind()
  } catch (error) {
    call.reject(error)
  }
}

/** Parts `calls` so that no part has a key twice: a statement can judge one call of each. */
function withoutRepeats(calls: readonly Call[]): Call[][] {
  const parts: Call[][] = []
  const seen = new Map<string, number>()
  for (const call of calls) {
    const times = seen.get(call.key) ?? 0
    seen.set(call.key, times + 1)
    const part = parts[times]
    if (part) part.push(call)
    else parts.push([call])
  }
  return parts
}

function keyAdmission(windows: readonly RateWindow[]): string {
  return `with credential as (
    select asked.place, k.organization_id, k.id, k.created_by_user_id as user_id, k.scopes,
      k.expires_at, m.role,
      'key:' || k.id as subject,
      ${IS_STALE} as usage_is_stale
    from unnest($1::bytea[]) with ordinality as asked (key_hash, place)
    join api_keys as k on k.key_hash = asked.key_hash
    join memberships as m
      on m.organization_id = k.organization_id and m.user_id = k.created_by_user_id and m.active
    where k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())
  ), ${judge(windows)}
  select credential.place, credential.organization_id, credential.id, credential.user_id,
    credential.scopes, credential.expires_at, credential.role, credential.usage_is_stale,
    ${judgedColumns(windows)}
  from credential join log using (subject)`
}

/**
 * Writes when keys were last used; minutes are precise enough, and cheap. It waits for nobody: whoever
 * holds a key's row is revoking it or writes the same.
 */
async function noteUsage(sql: Sql, rows: readonly KeyRow[]): Promise<void> {
  const stale = rows.filter((row) => row.usage_is_stale)
  if (stale.length === 0) return
  const ids = [stale.map((row) => row.organization_id), stale.map((row) => row.id)]
  await sql.query(NOTE_USAGE, ids)
}
