// What: all that one callback of the event loop writes to a connection goes out in one packet.
// Why: a packet costs a system call here, and wakes a process of the server.
// Measured: ADR 11 for shared connections; docs/performance.md, "A live event", for transactions.
// To remove: delete the calls and this file. Nothing else changes.
import type { Client, ClientBase } from 'pg'

/**
 * Holds what is written to an open connection back until this callback of the event loop has ended.
 *
 * @param onSent called when it goes out
 */
export function inOnePacket(client: ClientBase, onSent?: () => void): void {
  // `@types/pg` has it on `Client` alone. A client of a pool is one.
  const { stream } = (client as Client).connection
  stream.cork()
  process.nextTick(() => {
    onSent?.()
    stream.uncork()
  })
}
