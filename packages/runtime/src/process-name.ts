import { hostname } from 'node:os'
import manifest from '../package.json' with { type: 'json' }

/** The same for all packages. */
export const VERSION = manifest.version

// PostgreSQL truncates names to 63 bytes. Host names often differ only at the end.
const HOST_LENGTH = 32

/** From `pg_stat_activity`. */
export interface NamedProcess {
  kind: string
  version: string
  /** Process id and host: `1234@web1`. */
  instance: string
}

/**
 * For `application_name`: `api 0.1.0 1234@web1`. `admin doctor` uses it to find running processes and their versions.
 */
export function processName(kind: string): string {
  return `${kind} ${VERSION} ${process.pid}@${hostname().slice(-HOST_LENGTH)}`
}

/** `null` for connections of other programs. */
export function parseProcessName(name: string): NamedProcess | null {
  const [, kind, version, instance] = /^(api|dispatcher|media) (\S+) (\d+@.*)$/.exec(name) ?? []
  return kind && version && instance ? { kind, version, instance } : null
}
