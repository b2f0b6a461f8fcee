import type { KeyRing, MailStatus } from '@mediajobs/domain'
import { isMailAddress, MAX_MAIL_ATTEMPTS, mailRetryDelaySeconds } from '@mediajobs/domain'
import { contentOf, endMail, type MailJob, postponeMail } from '@mediajobs/operations/mail-jobs'
import type { Store } from '@mediajobs/outbox'
import type { Logger, MailServer } from '@mediajobs/runtime'
import type { MailMetrics } from './mail-metrics.ts'
import { type MailOutcome, sendMessage } from './mail-server.ts'
import { messageOf } from './message.ts'
import { writeLetter } from './write-letter.ts'

export interface MailOptions {
  server: MailServer
  /** The address that mails come from. */
  from: string
  /** The URL of a client delivery without `/` and its token. */
  deliveryBaseUrl: string
}

export interface SendingOptions {
  store: Store
  keyRing: KeyRing
  mail: MailOptions
  logger: Logger
  metrics: MailMetrics
}

/** A mail that this process has claimed. */
export interface HeldMail {
  job: MailJob
  /** On the monotonic clock. After it another dispatcher may send the mail. */
  leaseEndsAtMs: number
}

const OUT_OF_TIME = 'The mail could not be sent in time.'
const NO_ADDRESS = 'This is no address that mail can be sent to.'
const NOT_REACHED = 'The mail server could not be used. The operator of the service has to look.'

/**
 * Sends one mail and writes the outcome. It can be sent twice in one case: this process ends, or loses the
 * database, between the response of the mail server and the write. Both mails then have the same Message-ID.
 *
 * @returns the outcome of the attempt; null when there was nothing to send
 * @throws when the database can't be reached
 */
export async function sendMail(
  { job, leaseEndsAtMs }: HeldMail,
  { store, keyRing, mail, logger, metrics }: SendingOptions,
  signal: AbortSignal,
): Promise<MailOutcome | null> {
  const { sql } = store
  if (job.isExpired) return end('FAILED', OUT_OF_TIME)
  // All its attempts have begun, and after each of them the dispatcher ended before it wrote the outcome.
  if (job.attempts > MAX_MAIL_ATTEMPTS) return end('FAILED', OUT_OF_TIME)
  if (!isMailAddress(job.recipient)) return end('FAILED', NO_ADDRESS)
  const content = await contentOf(store, job, keyRing)
  if (content.kind === null) return end('CANCELLED', content.reason)
  const envelope = { from: mail.from, to: job.recipient, messageId: messageIdOf(job, mail.from) }
  const message = await messageOf(writeLetter(content, mail), envelope)
  // Fenced out: this process was frozen, and another one may send the mail now.
  if (performance.now() >= leaseEndsAtMs) return null
  const beganAtMs = performance.now()
  const outcome = await sendMessage(mail.server, message, signal)
  const durationMs = Math.round(performance.now() - beganAtMs)
  metrics.attempts.inc({ outcome: outcome.kind })
  metrics.attemptSeconds.observe(durationMs / 1_000)
  await settle(outcome, durationMs)
  return outcome

  async function settle(outcome: MailOutcome, durationMs: number): Promise<void> {
    const attempted = { durationMs, outcome: outcome.kind }
    if (outcome.kind === 'sent') {
      await end('SENT', null, attempted)
    } else if (outcome.kind === 'refused') {
      await end('FAILED', `The mail server refused it: ${outcome.detail}`, attempted)
    } else if (outcome.kind === 'deferred' && job.attempts >= MAX_MAIL_ATTEMPTS) {
      await end('FAILED', `The mail server did not take it: ${outcome.detail}`, attempted)
    } else {
      await postpone(outcome, attempted)
    }
  }

  async function postpone(outcome: MailOutcome & { detail: string }, attempted: object) {
    const isCounted = outcome.kind === 'deferred'
    const delaySeconds = isCounted ? mailRetryDelaySeconds(job.attempts) : 0
    const error = isCounted ? `The mail server did not take it yet: ${outcome.detail}` : NOT_REACHED
    const isOurs = await postponeMail(sql, job, { delaySeconds, error, isCounted })
    report(isOurs ? 'WAITING' : 'SUPERSEDED', attempted)
  }

  async function end(
    status: Exclude<MailStatus, 'WAITING'>,
    error: string | null,
    attempted: object = {},
  ): Promise<null> {
    const isOurs = await endMail(sql, job, status, error)
    if (isOurs) metrics.mails.inc({ status })
    report(isOurs ? status : 'SUPERSEDED', attempted)
    return null
  }

  // No address and no response of the server, which may repeat it: both are in the record.
  function report(status: string, more: object): void {
    const { organizationId, id: mailId, kind, attempts: attempt } = job
    logger.info({ organizationId, mailId, kind, attempt, status, ...more }, 'mail.attempted')
  }
}

function messageIdOf({ id }: MailJob, from: string): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`
}
