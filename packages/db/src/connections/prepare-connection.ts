import type { Client } from 'pg'
import { leaveReadOnlyServer } from './leave-read-only-server.ts'
import type { Refusals } from './refusals.ts'
import { watchReplication } from './replicated-commits.ts'
import type { ResponseTimeout } from './response-timeout.ts'
import { withoutJit } from './without-jit.ts'

/** Prepares a connection that has just been opened. The caller need not wait (see `withoutJit`). */
export function prepareConnection(
  client: Client,
  timeout: ResponseTimeout,
  refusals: Refusals,
): void {
  void withoutJit(client)
  timeout.watch(client)
  leaveReadOnlyServer(client)
  watchReplication(client)
  refusals.watch(client)
}
