import { setTimeout as pause } from 'node:timers/promises'
import { MAX_MAIL_CONNECTIONS, MAX_MAIL_MS } from '@mediajobs/domain'
import { claimMail, queuePasswordResets } from '@mediajobs/operations/mail-jobs'
import { LEAST_ID } from '@mediajobs/operations/turns'
import { createBackoff, type FaultLog, withDeadline } from '@mediajobs/runtime'
import { type HeldMail, type SendingOptions, sendMail } from './send-mail.ts'

export interface MailLoopOptions extends SendingOptions {
  faults: FaultLog
}

export interface MailLoop {
  /** Takes no more mails, and ends those under way or breaks them off. */
  stop(): Promise<void>
}

// A mail may begin a second late, and the statement that finds nothing takes 0.2 ms.
const POLL_MS = 1_000
// Longer than an attempt, so that no other dispatcher begins it at the same time.
const LEASE_MS = 2 * MAX_MAIL_MS
// The dispatcher has 12 s to end. The rest is for writing the outcomes.
const DRAIN_MS = 8_000
const SENDING = 'sending mail'
const REACHING = 'reaching the mail server'

/**
 * Sends mails until it is stopped. It shares nothing with webhooks but the process and its pool of database
 * connections, of which it holds none while it waits for the mail server (ADR 23). While the server can't be used,
 * one mail at a time tries it, with growing pauses.
 */
export function startMailing(options: MailLoopOptions): MailLoop {
  const { store, faults } = options
  const { sql } = store
  const stopping = new AbortController()
  const breakingOff = new AbortController()
  const underWay = new Set<Promise<void>>()
  let lastOrganization = LEAST_ID
  const backoff = createBackoff()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const hasBegun = await turn()
      if (!hasBegun) await rest(Math.max(backoff.ms, POLL_MS))
      // The next one begins after this one has shown whether the server can be used again.
      else if (backoff.ms > 0) await Promise.all(underWay).then(() => rest(backoff.ms))
      else if (underWay.size >= MAX_MAIL_CONNECTIONS) await Promise.race(underWay)
    }
  }

  /** Begins to send a mail. @returns false when there is none, or none that can be sent */
  async function turn(): Promise<boolean> {
    try {
      await queuePasswordResets(sql)
      const claimedAtMs = performance.now()
      const job = await claimMail(sql, lastOrganization, LEASE_MS)
      faults.worked(SENDING)
      lastOrganization = job?.organizationId ?? LEAST_ID
      if (job) begin({ job, leaseEndsAtMs: claimedAtMs + LEASE_MS - MAX_MAIL_MS })
      return job !== null
    } catch (error) {
      if (!stopping.signal.aborted) faults.failed(SENDING, error)
      return false
    }
  }

  function begin(held: HeldMail): void {
    const sending = send(held)
    underWay.add(sending)
    void sending.finally(() => underWay.delete(sending))
  }

  async function send(held: HeldMail): Promise<void> {
    try {
      const outcome = await sendMail(held, options, breakingOff.signal)
      if (outcome?.kind === 'unavailable') {
        backoff.failed()
        if (!stopping.signal.aborted) faults.failed(REACHING, new Error(outcome.detail))
      } else if (outcome) {
        backoff.worked()
        faults.worked(REACHING)
      }
    } catch (error) {
      // Its lease ends, and then it is sent again.
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
      breakingOff.abort()
      await Promise.all([running, ...underWay])
    },
  }
}
