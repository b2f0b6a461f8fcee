import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { expectAway, type FailingOverService, resumedAfter } from './failing-over-service.ts'
import {
  copyAsStandby,
  type PostgresNode,
  promote,
  requireStandby,
  startStandby,
} from './postgres-nodes.ts'

/** A primary and its synchronous standby. */
export interface Pair {
  primary: PostgresNode
  standby: PostgresNode
}

export interface Scene {
  t: Test
  pair: Pair
  service: FailingOverService
  /** How long operators take to notice that the primary is lost. */
  noticeMs: number
  /** A data directory that does not exist yet. */
  directory(name: string): string
}

/** The servers after the failover, and how long after the promotion the service resumed. */
export interface Change {
  pair: Pair
  resumedMs: number
}

/** Kills the primary's processes: its connections are reset. */
export async function killed(scene: Scene): Promise<Change> {
  await scene.pair.primary.kill()
  await pause(scene.noticeMs)
  await expectAway(scene.t, scene.service)
  return failOver(scene)
}

/**
 * The primary's machine vanishes: its connections stay open and silent. The standby is promoted immediately, the worst
 * case, because processes still wait for the lost server.
 */
export async function vanished(scene: Scene): Promise<Change> {
  scene.service.proxy.fallSilent()
  await scene.pair.primary.kill()
  return failOver(scene)
}

async function failOver({ t, pair, service, directory }: Scene): Promise<Change> {
  const primary = pair.standby
  await promote(primary)
  const promotedAtMs = Date.now()
  service.proxy.pointTo(primary.url)
  const resumedMs = await resumedAfter(service, promotedAtMs)
  // The old primary may have extra changes, and the embedded PostgreSQL lacks `pg_rewind`, so the next standby is a new copy.
  const name = `${primary.name}2`
  const standby = await copyAsStandby(t, primary, name, directory(name))
  await requireStandby(primary, standby)
  return { pair: { primary, standby }, resumedMs }
}

/**
 * A planned switchover. For a while the address still points to the old primary, now read-only, and the proxy cuts no
 * connection.
 */
export async function switchedOver({ t, pair, service, noticeMs }: Scene): Promise<Change> {
  const [former, primary] = [pair.primary, pair.standby]
  await former.stop()
  await promote(primary)
  const standby = await startStandby(t, primary, former.name, former.directory)
  service.proxy.pointTo(standby.url)
  await pause(noticeMs)
  await expectAway(t, service)
  const flippedAtMs = Date.now()
  service.proxy.pointTo(primary.url)
  const resumedMs = await resumedAfter(service, flippedAtMs)
  await requireStandby(primary, standby)
  return { pair: { primary, standby }, resumedMs }
}
