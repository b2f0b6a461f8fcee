import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sign } from '@mediajobs/webhook-signature/node'
import type { Pool } from 'undici'
import { busySeconds, cpuSeconds, type Work } from './costs.ts'
import type { BenchKey } from './fill.ts'
import type { Engine } from './process.ts'

const run = promisify(execFile)

export interface Requests {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

export const CONNECTIONS = 32

export interface WrkRequest {
  method?: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** The same request with each key. Baselines without keys read `x-organization`. */
export function forKeys({ method, path, body }: Requests, keys: readonly BenchKey[]): WrkRequest[] {
  return keys.map(({ key, organizationId }) => ({
    method,
    path,
    headers: {
      'x-api-key': key,
      'x-organization': organizationId,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body }),
  }))
}

/** Writes a wrk script that sends these requests in turn. Returns its path. */
async function writeScript(
  folder: string,
  name: string,
  requests: readonly WrkRequest[],
): Promise<string> {
  const lines = requests.map(({ method = 'GET', path, headers, body }) => {
    const fields = Object.entries(headers).map(([key, value]) => `["${key}"]=${quoted(value)}`)
    const args = [
      quoted(method),
      quoted(path),
      `{${fields.join(',')}}`,
      body ? quoted(body) : 'nil',
    ]
    return `add(${args.join(', ')})`
  })
  const [script, list] = [join(folder, `${name}.lua`), join(folder, `${name}-requests.lua`)]
  await writeFile(list, lines.join('\n'))
  await writeFile(
    script,
    `local requests, at = {}, 0
function add(method, path, headers, body)
  requests[#requests + 1] = wrk.format(method, path, headers, body)
end
function init(args)
  dofile(${quoted(list)})
  at = tonumber(args[1]) % #requests
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"requests":%d,"micros":%d,"failed":%d,"p50":%d,"p99":%d}\\n', summary.requests,
    summary.duration, e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99)))
end
`,
  )
  return script
}

// A JSON string of ASCII is a Lua string.
const quoted = (text: string) => JSON.stringify(text)

async function load(
  url: string,
  script: string,
  seconds: number,
  connections: number,
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
    // A random start, so rounds don't all send the same keys.
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

/** One side of a comparison. */
export interface Target {
  name: string
  /** Process ids whose processor time counts, by name. */
  processes: Record<string, number>
  /** Called before each round. Not measured. */
  prepare?(): Promise<unknown>
  /** Works for about `seconds`. */
  run(seconds: number): Promise<Work>
}

export interface Sample {
  perSecond: number
  failed: number
  /** Microseconds of processor time per unit of work, in total and by process. */
  cpuMicros: number
  cpuMicrosOf: Record<string, number>
  p50Ms: number | null
  p99Ms: number | null
  /** Cores busy with anything but the target and its load. */
  foreignCores: number
}

interface RoundOptions {
  rounds: number
  secondsEach: number
  warmUpSeconds: number
}

export const QUICK: RoundOptions = { rounds: 1, secondsEach: 1, warmUpSeconds: 1 }

/** Measures the targets in turn, round by round, so a disturbance affects all of them. */
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
    // Each target goes first equally often.
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

/** Calls at an even rate, however long they take, each with the time when it was due. */
export async function evenly<Result>(
  perSecond: number,
  seconds: number,
  call: (dueMs: number) => Promise<Result>,
): Promise<Result[]> {
  const startedMs = performance.now()
  return Promise.all(
    Array.from({ length: perSecond * seconds }, async (_, n) => {
      const dueMs = startedMs + (n * 1_000) / perSecond
      await pause(Math.max(0, dueMs - performance.now()))
      return call(dueMs)
    }),
  )
}

/** A target to which wrk sends these requests in turn. */
export async function wrkTarget(
  name: string,
  api: { pid: number; url: string },
  engine: Engine,
  requests: readonly WrkRequest[],
  connections = CONNECTIONS,
): Promise<Target> {
  const script = await writeScript(engine.folder, name.replaceAll(/\W+/g, '-'), requests)
  const run = (seconds: number) => load(api.url, script, seconds, connections)
  return { name, processes: { node: api.pid, postgres: engine.pid }, run }
}

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

interface BareWebhook {
  id: string
  event: string
  data: string
}

/** The least a sender can do: sign, post, read the response. @param webhook its `data` is JSON */
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
