import { setTimeout as pause } from 'node:timers/promises'
import { MAX_MAIL_CONNECTIONS, MAX_MAIL_MS } from '@mediajobs/domain'
import { claimMail, queuePasswordResets, queuePortalSignIns } from '@mediajobs/operations/mail-jobs'
import { LEAST_ID } from '@mediajobs/operations/turns'
import { createBackoff, type FaultLog, withDeadline } from '@mediajobs/runtime'
import type { Registry } from 'prom-client'
import { type HeldMail, measureMail, type SendingOptions, sendMail } from './send-mail.ts'

export interface MailLoopOptions extends Omit<SendingOptions, 'metrics'> {
  faults: FaultLog
  metrics: { readonly registry: Registry }
}

export interface MailLoop {
  /** Claims no more mails. Finishes or aborts running attempts. */
  stop(): Promise<void>
}

// A mail may be a second late. An empty poll takes 0.2 ms.
const POLL_MS = 1_000
// Longer than an attempt, so no other dispatcher starts it concurrently.
const LEASE_MS = 2 * MAX_MAIL_MS
// The dispatcher has 12 s to end. The rest is for writing outcomes.
const DRAIN_MS = 8_000
const SENDING = 'sending mail'
const REACHING = 'reaching the mail server'

/**
 * Sends mails until it's stopped. Shares only the process and the database pool with webhooks, and holds no connection
 * while waiting for the mail server (ADR 23). While the server is unavailable, one mail at a time tries it, with backoff.
 */
export function startMailing(options: MailLoopOptions): MailLoop {
  const { store, faults } = options
  const { sql } = store
  const sending = { ...options, metrics: measureMail(options.metrics.registry, sql) }
  const stopping = new AbortController()
  const aborting = new AbortController()
  const underWay = new Set<Promise<void>>()
  let lastOrganization = LEAST_ID
  const backoff = createBackoff()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const hasBegun = await turn()
      if (!hasBegun) await rest(Math.max(backoff.ms, POLL_MS))
      // One at a time until the server works again.
      else if (backoff.ms > 0) await Promise.all(underWay).then(() => rest(backoff.ms))
      else if (underWay.size >= MAX_MAIL_CONNECTIONS) await Promise.race(underWay)
    }
  }

  /** Starts sending a mail. @returns false if there's none to send */
  async function turn(): Promise<boolean> {
    try {
      await queuePasswordResets(sql)
      await queuePortalSignIns(sql)
      const claimedAtMs = performance.now()
      const job = await claimMail(sql, lastOrganization, LEASE_MS)
      faults.worked(SENDING)
      lastOrganization = job?.organizationId ?? LEAST_ID
      if (job) begin({ job, lastStartAtMs: claimedAtMs + LEASE_MS - MAX_MAIL_MS })
      return job !== null
    } catch (error) {
      if (!stopping.signal.aborted) faults.failed(SENDING, error)
      return false
    }
  }

  function begin(held: HeldMail): void {
    const work = send(held)
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  async function send(held: HeldMail): Promise<void> {
    try {
      const outcome = await sendMail(held, sending, aborting.signal)
      if (outcome?.kind === 'unavailable') {
        backoff.failed()
        if (!stopping.signal.aborted) faults.failed(REACHING, new Error(outcome.detail))
      } else if (outcome) {
        backoff.worked()
        faults.worked(REACHING)
      }
    } catch (error) {
      // Retried when the mail's lease ends.
      backoff.failed()
      if (!stopping.signal.aborted) faults.failed(SENDING, error)
    }
  }

  async function rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: stopping.signal }).catch(() => {})
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await withDeadline(Promise.all([running, ...underWay]), DRAIN_MS)
      aborting.abort()
      await Promise.all([running, ...underWay])
    },
  }
}
