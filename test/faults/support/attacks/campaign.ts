import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Attack, CheckedRequest } from './attack.ts'
import { p99, type Waits } from './quiet-tenant.ts'
import { RESPONSE_LIMIT_MS } from './send.ts'
import type { Stage } from './stage.ts'

/** The neighbor's waits and the results of all requests during attacks. */
export interface Campaign {
  quiet: Waits
  inTurn: Waits
  atOnce: Waits
  results: CheckedRequest[]
  /** Names of incomplete attacks. */
  stopped: string[]
}

// More attacks than processors: waiting attacks use none.
const AT_ONCE = 16
const QUIET_MS = { short: 4_000, full: 20_000 }
// How often the neighbor's waits are attributed to the running attacks.
const SAMPLE_MS = 2_000
const FELT_MS = 50
const WARM_MS = 2_000
const MAX_SHOWN = 40
// A longer attack counts as hung.
const ATTACK_LIMIT_MS = 120_000

/** Measures the neighbor without attacks, during each attack in turn, and during all of them at once. */
export async function runCampaign(
  t: Test,
  stage: Stage,
  attacks: readonly Attack[],
): Promise<Campaign> {
  const { neighbor } = stage
  await neighbor.measureFor(WARM_MS)
  const quiet = await neighbor.measureFor(stage.isFull ? QUIET_MS.full : QUIET_MS.short)
  const results: CheckedRequest[] = []
  const stopped: string[] = []
  const make = (attack: Attack, seen: Stage) => makeOne(t, seen, attack, results, stopped)
  const inTurn: Waits[] = []
  for (const [n, attack] of attacks.entries()) {
    await attack.prepare?.(stage)
    const [waits] = await neighbor.measure(() => make(attack, stage.seenBy(n)))
    t.comment(`${attack.name}: ${slowCalls(waits)}`)
    inTurn.push(waits)
  }
  const running = new Set<string>()
  const atOnce: Waits[] = []
  // Each attack has run alone. The short form repeats only a third of them.
  const waiting = attacks.filter((_, n) => stage.isFull || n % 3 === 0)
  for (const attack of waiting) await attack.prepare?.(stage)
  const next = async (_: unknown, n: number) => {
    for (let attack = waiting.shift(); attack; attack = waiting.shift()) {
      running.add(attack.name)
      await make(attack, stage.seenBy(n))
      running.delete(attack.name)
    }
  }
  const allEnded = Promise.all(Array.from({ length: AT_ONCE }, next)).then(() => true)
  for (let ended = false; !ended; ) {
    const names = [...running].join(', ')
    const [waits, isEnded] = await neighbor.measure(() =>
      Promise.race([allEnded, pause(SAMPLE_MS, false)]),
    )
    t.comment(`${names}: ${slowCalls(waits)}`)
    atOnce.push(waits)
    ended = isEnded
  }
  return { quiet, inTurn: together(inTurn), atOnce: together(atOnce), results, stopped }
}

function together(parts: readonly Waits[]): Waits {
  const failures: Record<string, number> = {}
  for (const part of parts) {
    for (const [status, count] of Object.entries(part.failures)) {
      failures[status] = (failures[status] ?? 0) + count
    }
  }
  return {
    callsMs: parts.flatMap(({ callsMs }) => callsMs),
    webhooksMs: parts.flatMap(({ webhooksMs }) => webhooksMs),
    machineMs: parts.flatMap(({ machineMs }) => machineMs),
    failures,
  }
}

/** The neighbor's slow calls: count and slowest. */
function slowCalls({ callsMs }: Waits): string {
  const slow = callsMs.filter((ms) => ms > FELT_MS)
  return `${slow.length} of ${callsMs.length} calls above ${FELT_MS} ms, ${Math.max(0, ...slow).toFixed(0)} ms at most`
}

async function makeOne(
  t: Test,
  stage: Stage,
  attack: Attack,
  results: CheckedRequest[],
  stopped: string[],
): Promise<void> {
  if (stage.isOver()) return void stopped.push(attack.name)
  const deaths = () => stage.processes.map(({ name, deaths }) => ({ name, count: deaths.length }))
  const before = deaths()
  const startedMs = performance.now()
  let isCut = false
  const note = (request: CheckedRequest) => {
    results.push(request)
    isCut ||= request.outcome === 'closed'
  }
  const limit = AbortSignal.timeout(ATTACK_LIMIT_MS)
  await Promise.race([attack.run(stage, note), endOf(limit)]).catch((error: Error) => {
    stopped.push(`${attack.name}: ${error.message}`)
    t.comment(`${attack.name} failed: ${error.message}`)
    isCut = true
  })
  t.comment(`${attack.name}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
  if (isCut) await Promise.all(stage.processes.map((each) => each.running()))
  for (const [i, { name, count }] of deaths().entries()) {
    if (count > (before[i]?.count ?? 0)) t.comment(`${name} ended during ${attack.name}`)
  }
}

/** Rejects at an attack's time limit. */
async function endOf(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw new Error(`no end after ${ATTACK_LIMIT_MS / 1_000} s`)
}

// Factor by which the neighbor's waits may grow under one attack.
const MAX_GROWTH = 3
// Shorter waits are harmless.
const HARMLESS_MS = 50
// The neighbor's longest wait (p99) under all attacks at once.
const MAX_AT_ONCE_MS = 100

/**
 * Reports a campaign; every broken promise is a failed check.
 *
 * @param isTimed whether the neighbor's waits are judged, which needs a quiet machine; its failed calls always are
 */
export function summarize(t: Test, stage: Stage, campaign: Campaign, isTimed: boolean) {
  const { quiet, inTurn, atOnce, results, stopped } = campaign
  const wrong = results.filter((result) => result.wrong !== null)
  for (const [what, count] of [...countedBy(wrong, textOf)].slice(0, MAX_SHOWN)) {
    t.fail(`${what} (${count} times)`)
  }
  for (const why of stopped.slice(0, MAX_SHOWN)) t.fail(`stopped: ${why}`)
  const slowest = Math.max(...results.map(({ tookMs }) => tookMs))
  t.ok(slowest < RESPONSE_LIMIT_MS, `the slowest response took ${slowest.toFixed(0)} ms`)
  const isServed = [inTurn, atOnce].every(({ failures }) => Object.keys(failures).length === 0)
  const isPrompt = (['callsMs', 'webhooksMs'] as const).every((waits) => {
    const inTurnMs = Math.max(MAX_GROWTH * p99(quiet[waits]), HARMLESS_MS)
    return p99(inTurn[waits]) <= inTurnMs && p99(atOnce[waits]) <= MAX_AT_ONCE_MS
  })
  const isFair = isServed && (isPrompt || !isTimed)
  const isWithinMemory = stage.processes.every((each) => each.peakMib() <= each.limitMib)
  const deaths = stage.processes.flatMap((each) => each.deaths)
  for (const [lastLine, count] of countedBy(deaths, (death) => death))
    t.comment(`${lastLine} (${count} times)`)
  return {
    figure: [
      `${results.length} hostile requests (${statusesOf(results)}), ${wrong.length} with an unexpected response`,
      `${deaths.length} processes ended`,
      ...stage.processes.map(
        (each) => `${each.name} ≤ ${each.peakMib().toFixed(0)} of ${each.limitMib} MiB`,
      ),
      `the other tenant's p99 ${shown('callsMs', campaign)}, its webhooks' ${shown('webhooksMs', campaign)}`,
      `an unattacked process: ${p99(inTurn.machineMs).toFixed(0)} and ${p99(atOnce.machineMs).toFixed(0)} ms`,
      `its failed calls: ${failuresOf(inTurn, atOnce)}`,
    ].join('; '),
    isMet:
      wrong.length === 0 && stopped.length === 0 && deaths.length === 0 && isWithinMemory && isFair,
  }
}

function statusesOf(results: readonly CheckedRequest[]): string {
  const counts = countedBy(results, ({ outcome }) => String(outcome))
  return [...counts]
    .sort()
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(', ')
}

/** The same text for all requests of a numbered series. */
function textOf({ attack, request, wrong }: CheckedRequest): string {
  const [why = ''] = (wrong ?? '').split(' {')
  return `${attack}: ${request.replace(/ \d+:/, ':')}: ${why}`
}

function countedBy<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return counts
}

function shown(name: 'callsMs' | 'webhooksMs', { quiet, inTurn, atOnce }: Campaign): string {
  const [before, turn, once] = [quiet, inTurn, atOnce].map((waits) => p99(waits[name]).toFixed(0))
  return `${before} ms quiet, ${turn} ms under one attack, ${once} ms under all`
}

function failuresOf(...all: Waits[]): string {
  const texts = all.flatMap(({ failures }) =>
    Object.entries(failures).map(([status, count]) => `${count} × ${status}`),
  )
  return texts.join(', ') || 'none'
}
