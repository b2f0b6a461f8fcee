import type { Client, ClientBase, QueryConfig, QueryResult } from 'pg'
import type { Refusals } from './database-error.ts'
import { onServerError, sendWithCallback, socketOf } from './pg-internals.ts'
import type { ResponseTimeout } from './response-timeout.ts'

/** Prepares a connection that was just opened. The caller need not wait (see {@link withoutJit}). */
export function prepareConnection(
  client: Client,
  timeout: ResponseTimeout,
  refusals: Refusals,
): void {
  void withoutJit(client)
  timeout.watch(client)
  leaveReadOnlyServer(client)
  watchReplication(client)
  onServerError(client, (error) => refusals.note(error))
}

/**
 * Switches PostgreSQL's JIT compiler off on a connection that was just opened: a compilation takes hundreds of
 * milliseconds, and kept 0.3 to 0.6 of a core busy under an idle dispatcher (docs/operating.md). The caller need not
 * wait: on a pipelining connection this goes out ahead of the first statement, and if it fails, so does that one.
 */
export async function withoutJit(client: ClientBase): Promise<void> {
  await client.query('set jit = off').catch(() => {})
}

// SQLSTATE read_only_sql_transaction
const READ_ONLY = '25006'

/**
 * Closes a connection whose server refuses a write because it is read-only: a standby, such as a former primary after a
 * failover. The host name may already lead to the new primary. Statements sent behind the refused one fail too.
 * docs/contract.md#c15-read-only
 */
function leaveReadOnlyServer(client: Client): void {
  onServerError(client, ({ code }) => {
    // Not `client.end`: it waits for the server, which may vanish meanwhile.
    if (code === READ_ONLY) socketOf(client).destroy()
  })
}

// The function of PostgreSQL that waits for the synchronous standbys, named in the notice. The text of the notice
// depends on the server's language.
const WAIT_FOR_STANDBYS = 'SyncRepWaitForLSN'

const cutShort = new WeakSet<ClientBase>()

/**
 * A commit whose wait for the synchronous standby was cancelled, by `pg_cancel_backend` for example. The server reports
 * success, although only its own disk has the change and a failover would lose it. docs/contract.md#c15-unreplicated
 */
class NotReplicated extends Error {
  // SQLSTATE transaction_resolution_unknown
  readonly code = '08007'

  constructor() {
    super('the wait for the synchronous standby was cancelled: only the primary has the change')
  }
}

function watchReplication(client: ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAIT_FOR_STANDBYS) cutShort.add(client)
  })
}

/** Sends a statement over a connection. @throws what `pg` reports, or {@link NotReplicated} */
export function sendStatement(
  client: ClientBase,
  config: QueryConfig,
  values?: unknown[],
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const sent = values === undefined ? config : { ...config, values }
    sendWithCallback(client, sent, (error, result) => {
      const failure = error ?? (cutShort.delete(client) ? new NotReplicated() : undefined)
      if (failure) reject(failure)
      else resolve(result)
    })
  })
}
