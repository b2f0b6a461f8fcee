import type { ClientBase } from 'pg'

/**
 * Has PostgreSQL interpret the statements of a connection that has just been opened, and compile none.
 * They are short: compiling one takes hundreds of milliseconds, and running it takes less than one. On
 * a pipelining connection it need not be waited for: it is sent ahead of the first statement. Where it
 * fails, the first statement fails too.
 */
export async function withoutJit(client: ClientBase): Promise<void> {
  await client.query('set jit = off').catch(() => {})
}
