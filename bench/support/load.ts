import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchKey } from './fill.ts'
import type { Work } from './rounds.ts'

const run = promisify(execFile)

export interface Requests {
  method: 'GET' | 'POST'
  /** `{organization}` is replaced by the id of the key's organization. */
  path: string
  body?: string
}

export const CONNECTIONS = 32

/** The end of every script: it sends `requests` in turn, and writes what {@link load} reads. */
export const IN_TURN = `function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"requests":%d,"micros":%d,"failed":%d,"p50":%d,"p99":%d}\\n', summary.requests,
    summary.duration, e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`

/**
 * Writes the script with which wrk sends these requests. Each has the next of the keys, and its organization
 * for a baseline without keys. Returns the script's path.
 */
export async function writeScript(
  folder: string,
  name: string,
  { method, path, body = '' }: Requests,
  keys: readonly BenchKey[],
): Promise<string> {
  const keyFile = join(folder, `${name}.keys`)
  const lines = keys.map(({ key, organizationId }) => `${key} ${organizationId}`)
  await writeFile(keyFile, lines.join('\n'))
  const script = join(folder, `${name}.lua`)
  await writeFile(
    script,
    `local requests, at = {}, 0
function init(args)
  for line in io.lines(${JSON.stringify(keyFile)}) do
    local key, organization = line:match("(%S+) (%S+)")
    local headers = { ["x-api-key"] = key, ["x-organization"] = organization, ["content-type"] = "application/json" }
    local path = (${JSON.stringify(path)}):gsub("{organization}", organization)
    requests[#requests + 1] = wrk.format("${method}", path, headers, ${body ? JSON.stringify(body) : 'nil'})
  end
  at = tonumber(args[1]) % #requests
end
${IN_TURN}`,
  )
  return script
}

/** Lets wrk send requests over `connections` connections for `seconds`. */
export async function load(
  url: string,
  script: string,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Work> {
  const args = ['--threads', '1', '--connections', String(connections), '--timeout', '10s']
  const { stdout } = await run('wrk', [
    ...args,
    '--duration',
    `${seconds}s`,
    '--script',
    script,
    url,
    '--',
    // A random start: otherwise loads at the same time would send the same keys at the same time.
    String(randomInt(1_000_000)),
  ])
  const summary = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  return {
    done: summary.requests - summary.failed,
    seconds: summary.micros / 1_000_000,
    failed: summary.failed,
    latency: { p50Ms: summary.p50 / 1_000, p99Ms: summary.p99 / 1_000 },
  }
}
