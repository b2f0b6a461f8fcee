// What: switches PostgreSQL's compiler (`jit`) off on a connection of ours.
// Why: our statements are short. One compilation takes hundreds of milliseconds, one run less than one.
// Measured: an idle dispatcher kept 0.3 to 0.6 of a core busy with compilation. docs/operating.md.
// To remove: delete this file and its calls, where the server has `jit = off`.
import type { ClientBase } from 'pg'

/**
 * Switches the compiler off on a connection that has just been opened. The caller need not wait: on a
 * pipelining connection this goes out ahead of the first statement. If it fails, the first one fails too.
 */
export async function withoutJit(client: ClientBase): Promise<void> {
  await client.query('set jit = off').catch(() => {})
}
