import type { ClientBase } from 'pg'

// The function of PostgreSQL that waits for the synchronous standbys. Its name is part of the notice. The text
// of the notice depends on the language of the server.
const WAIT_FOR_STANDBYS = 'SyncRepWaitForLSN'

const cutShort = new WeakSet<ClientBase>()

/**
 * A commit whose wait for the synchronous standby was cancelled, by `pg_cancel_backend` for example. The server
 * reports a success, although only its own disk has the change: a failover would lose it.
 * docs/contract.md#c15-unreplicated
 */
class NotReplicated extends Error {
  // SQLSTATE transaction_resolution_unknown
  readonly code = '08007'

  constructor() {
    super('the wait for the synchronous standby was cancelled: only the primary has the change')
  }
}

/** Notes each cancelled wait of a connection, for {@link unreplicated}. */
export function watchReplication(client: ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAIT_FOR_STANDBYS) cutShort.add(client)
  })
}

/** The failure of the statement that has just succeeded on `client`, if its commit did not reach the standby. */
export function unreplicated(client: ClientBase): Error | undefined {
  return cutShort.delete(client) ? new NotReplicated() : undefined
}
