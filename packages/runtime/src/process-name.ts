import { hostname } from 'node:os'
import manifest from '../package.json' with { type: 'json' }

/** The version of this checkout: all of its packages have the same. */
export const VERSION = manifest.version

// PostgreSQL cuts a name after 63 bytes. The hosts of a fleet often differ only at their end.
const HOST_LENGTH = 32

/** A process as `pg_stat_activity` names it. */
export interface NamedProcess {
  kind: string
  version: string
  /** Process id and host: `1234@web1`. */
  instance: string
}

/**
 * The name of this process for `application_name`, like `api 0.1.0 1234@web1`. `admin doctor` finds the running
 * processes and their versions by it.
 */
export function processName(kind: string): string {
  return `${kind} ${VERSION} ${process.pid}@${hostname().slice(-HOST_LENGTH)}`
}

/** Parsed from the name of a connection. `null` for the connections of other programs. */
export function parseProcessName(name: string): NamedProcess | null {
  const [, kind, version, instance] = /^(api|dispatcher|media) (\S+) (\d+@.*)$/.exec(name) ?? []
  return kind && version && instance ? { kind, version, instance } : null
}
