// What: closes the name of a statement that the server did not parse, before it is sent under that name again.
// Why: behind a failed statement of its transaction, a statement fails before it is parsed, so `pg` sends it with
//   its name the next time. PostgreSQL does not know the name yet. PgBouncer does: it closes the connection
//   ("prepared statement name is already in use"), and every statement on it fails.
// Seen: `pnpm test:engines postgres-15-pgbouncer`, PgBouncer 1.24.1: one of ten bookings at once was a 503.
// To remove: when `pg` closes such names, delete this file and its calls.
import type { ClientBase } from 'pg'

/** The parts of a connection of `pg` that `@types/pg` does not have. */
interface Wire {
  parsedStatements: Readonly<Record<string, string>>
  submittedNamedStatements: Readonly<Record<string, string>>
  close(statement: { type: 'S'; name: string }): void
}

const unparsed = new WeakMap<ClientBase, Set<string>>()

/** Call it when a statement has failed. `name` is its name, if it has one. */
export function noteFailure(client: ClientBase, name: string | undefined): void {
  if (name === undefined || wireOf(client).parsedStatements[name] !== undefined) return
  const names = unparsed.get(client) ?? new Set()
  unparsed.set(client, names.add(name))
}

/** Call it directly before a statement is sent. For a name that is not there, PostgreSQL does nothing. */
export function closeUnparsed(client: ClientBase, name: string | undefined): void {
  if (name === undefined || !unparsed.get(client)?.delete(name)) return
  const wire = wireOf(client)
  const text = wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]
  if (text === undefined) wire.close({ type: 'S', name })
}

function wireOf(client: ClientBase): Wire {
  return (client as unknown as { connection: Wire }).connection
}
