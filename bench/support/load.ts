import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sign } from '@mediajobs/webhook-signature/node'
import type { Pool } from 'undici'
import { busySeconds, cpuSeconds, type Work } from './costs.ts'
import type { BenchKey } from './fill.ts'

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

/** One side of a comparison: a load, and the processes that it is measured on. */
export interface Target {
  name: string
  /** The processes whose processor time counts, by name: the service, the database. */
  processes: Record<string, number>
  /** Prepares each round. It is not measured. */
  prepare?(): Promise<unknown>
  /** Works for about `seconds`. Returns the work done and its duration. */
  run(seconds: number): Promise<Work>
}

/** One target in one round. */
export interface Sample {
  perSecond: number
  failed: number
  /** Microseconds of processor time for each piece of work, in total and by process. */
  cpuMicros: number
  cpuMicrosOf: Record<string, number>
  p50Ms: number | null
  p99Ms: number | null
  /** The number of processors that were busy with something else than the target and its load. */
  foreignCores: number
}

export interface RoundOptions {
  rounds: number
  secondsEach: number
  warmUpSeconds: number
}

/** Too short for a figure: it only shows that a benchmark works. */
export const QUICK: RoundOptions = { rounds: 1, secondsEach: 1, warmUpSeconds: 1 }

/** For the comparison of a large organization with a small one. */
export const GROWTH_TIMING: RoundOptions = { rounds: 5, secondsEach: 3, warmUpSeconds: 3 }

/** Measures the targets in turn, round after round, so that a disturbance affects all of them. */
export async function interleave(
  targets: readonly Target[],
  { rounds, secondsEach, warmUpSeconds }: RoundOptions,
): Promise<Map<string, Sample[]>> {
  const samples = new Map(targets.map(({ name }) => [name, [] as Sample[]]))
  for (const target of targets) {
    await target.prepare?.()
    await target.run(warmUpSeconds)
  }
  for (let round = 0; round < rounds; round += 1) {
    // The first target of a round changes, so that each is first equally often.
    for (let i = 0; i < targets.length; i += 1) {
      const target = targets[(round + i) % targets.length] as Target
      samples.get(target.name)?.push(await measure(target, secondsEach))
    }
  }
  return samples
}

async function measure(target: Target, seconds: number): Promise<Sample> {
  await target.prepare?.()
  const times = () => Object.values(target.processes).map((pid) => cpuSeconds(pid))
  const before = { own: times(), ours: cpuSeconds(process.pid), all: busySeconds() }
  const startedMs = performance.now()
  const work = await target.run(seconds)
  const wallSeconds = (performance.now() - startedMs) / 1_000
  // The engines, the services and the load generator are children of this process.
  const ours = cpuSeconds(process.pid) - before.ours
  const micros = times().map(
    (after, i) => ((after - (before.own[i] ?? 0)) / Math.max(work.done, 1)) * 1_000_000,
  )
  return {
    perSecond: work.done / work.seconds,
    failed: work.failed,
    cpuMicros: micros.reduce((sum, each) => sum + each, 0),
    cpuMicrosOf: Object.fromEntries(
      Object.keys(target.processes).map((name, i) => [name, micros[i] ?? 0]),
    ),
    p50Ms: work.latency?.p50Ms ?? null,
    p99Ms: work.latency?.p99Ms ?? null,
    foreignCores: Math.max(0, (busySeconds() - before.all - ours) / wallSeconds),
  }
}

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

/** A webhook whose `data` is JSON. */
interface BareWebhook {
  id: string
  event: string
  data: string
}

/** The least that a sender can do: signs a webhook, posts it, and reads the response. */
export async function postBare(pool: Pool, { id, event, data }: BareWebhook): Promise<void> {
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const body = `{"id":"${id}","event":"${event}","timestamp":"${timestampSeconds}","data":${data}}`
  const response = await pool.request({
    path: '/hook',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'x-webhook-id': id,
      'x-webhook-event': event,
      'x-webhook-signature': sign(body, { timestampSeconds, secrets: [SECRET] }),
    },
    body,
  })
  await response.body.dump()
}
