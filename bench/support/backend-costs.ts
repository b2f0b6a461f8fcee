import { cpuSeconds } from './cpu.ts'
import type { Engine } from './engine.ts'

// Each connection of the service has a name. The server's own processes have a type.
const BACKENDS = `
  select pid, coalesce(nullif(application_name, ''), backend_type) as name
  from pg_stat_activity where pid <> pg_backend_pid()`

/** The processor seconds of each kind of backend so far. A backend that ends meanwhile is lost. */
export async function backendSeconds({ client }: Engine): Promise<Map<string, number>> {
  const { rows } = await client.query<{ pid: number; name: string }>(BACKENDS)
  const seconds = new Map<string, number>()
  for (const { pid, name } of rows) seconds.set(name, (seconds.get(name) ?? 0) + cpuSeconds(pid))
  return seconds
}

/** What was added between two calls of {@link backendSeconds}, as microseconds for each of `events`. */
export function microsOfEach(
  before: Map<string, number>,
  after: Map<string, number>,
  events: number,
): Record<string, number> {
  const added = [...after].map(([name, seconds]) => {
    const micros = ((seconds - (before.get(name) ?? 0)) / events) * 1_000_000
    return [name, Math.round(micros)] as const
  })
  return Object.fromEntries(added.filter(([, micros]) => micros > 0))
}
