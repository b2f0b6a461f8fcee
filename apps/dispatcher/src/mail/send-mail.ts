import { addAbortSignal } from 'node:stream'
import type { Sql } from '@mediajobs/db'
import { isAway } from '@mediajobs/db/schema'
import type { KeyRing, MailStatus } from '@mediajobs/domain'
import { isMailAddress, MAX_MAIL_ATTEMPTS, mailRetryDelaySeconds } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import {
  contentOf,
  endMail,
  type MailJob,
  type MailStudio,
  postponeMail,
} from '@mediajobs/operations/mail-jobs'
import type { Store } from '@mediajobs/outbox'
import { type Logger, type MailServer, withDeadline } from '@mediajobs/runtime'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { measure } from '../monitoring/metrics.ts'
import { writeLetter } from './letter.ts'
import { type MailOutcome, sendMessage } from './mail-server.ts'
import { messageOf } from './message.ts'

export interface MailOptions {
  server: MailServer
  /** Sender address. */
  from: string
  /** Base URL of client deliveries, without a trailing slash. */
  deliveryBaseUrl: string
}

export interface SendingOptions {
  store: Store
  keyRing: KeyRing
  objectStore: ObjectStore
  mail: MailOptions
  logger: Logger
  metrics: MailMetrics
}

/** A mail claimed by this process. */
export interface HeldMail {
  job: MailJob
  /** On the monotonic clock. An attempt that starts later could outlast the lease. */
  lastStartAtMs: number
}

const OUT_OF_TIME = "The mail couldn't be sent in time."
const NO_ADDRESS = "Mail can't be sent to this address."
const NOT_REACHED = "The mail server can't be used. The operator of the service must fix it."

/**
 * Sends a mail and writes the outcome. A mail is sent twice, with the same Message-ID, only if the mail server's
 * response is lost, or this process ends or loses the database before the write.
 *
 * @returns null if there was nothing to send
 * @throws when the database is unreachable
 */
export async function sendMail(
  { job, lastStartAtMs }: HeldMail,
  { store, keyRing, objectStore, mail, logger, metrics }: SendingOptions,
  signal: AbortSignal,
): Promise<MailOutcome | null> {
  const { sql } = store
  if (job.isExpired) return end('FAILED', OUT_OF_TIME)
  // Each attempt's dispatcher died before writing the outcome.
  if (job.attempts > MAX_MAIL_ATTEMPTS) return end('FAILED', OUT_OF_TIME)
  if (!isMailAddress(job.recipient)) return end('FAILED', NO_ADDRESS)
  const content = await contentOf(store, job, keyRing)
  if (content.kind === null) return end('CANCELLED', content.reason)
  const envelope = { from: mail.from, to: job.recipient, messageId: messageIdOf(job, mail.from) }
  const logo = 'studio' in content ? await logoOf(content.studio, objectStore) : null
  const letter = writeLetter(content, { ...mail, organizationId: job.organizationId })
  const message = await messageOf(letter, envelope, logo)
  // This process stalled: another may soon send the mail.
  if (performance.now() >= lastStartAtMs) return null
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
      await end('FAILED', `The mail server didn't accept it: ${outcome.detail}`, attempted)
    } else {
      await postpone(outcome, attempted)
    }
  }

  async function postpone(outcome: MailOutcome & { detail: string }, attempted: object) {
    const isCounted = outcome.kind === 'deferred'
    const delaySeconds = isCounted ? mailRetryDelaySeconds(job.attempts) : 0
    const error = isCounted
      ? `The mail server hasn't accepted it yet: ${outcome.detail}`
      : NOT_REACHED
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

  // Omits the address, and the server's response, which may contain it. Both are in the record.
  function report(status: string, more: object): void {
    const { organizationId, id: mailId, kind, attempts: attempt } = job
    logger.info({ organizationId, mailId, kind, attempt, status, ...more }, 'mail.attempted')
  }
}

// A mail isn't held up by its logo.
const LOGO_MS = 5_000

/** The uploaded logo; null without one, or while the store is unavailable. */
async function logoOf({ logoKey }: MailStudio, objectStore: ObjectStore): Promise<Buffer | null> {
  if (logoKey === null) return null
  const signal = AbortSignal.timeout(LOGO_MS)
  const reading = readLogo(logoKey, objectStore, signal).catch(() => null)
  return (await withDeadline(reading, LOGO_MS)) ?? null
}

async function readLogo(
  key: string,
  objectStore: ObjectStore,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const object = await objectStore.read(key)
  if (!object) return null
  const chunks: Buffer[] = []
  for await (const chunk of addAbortSignal(signal, object.body)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function messageIdOf({ id }: MailJob, from: string): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

interface MailMetrics {
  readonly attempts: Counter<'outcome'>
  readonly attemptSeconds: Histogram
  readonly mails: Counter<'status'>
}

const OLDEST_DUE = `
  select extract(epoch from now() - min(next_attempt_at))::float8 as value
  from mails
  where status = 'WAITING' and next_attempt_at <= now() and not ${isAway('mails.organization_id')}`

const ATTEMPT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Documented in docs/signals.md. */
export function measureMail(registry: Registry, sql: Sql): MailMetrics {
  const registers = [registry]
  new Gauge({
    name: 'mail_oldest_due_seconds',
    help: 'Age of the oldest due mail, across all dispatchers',
    registers,
    async collect() {
      this.set(await measure(sql, OLDEST_DUE))
    },
  })
  return {
    attempts: new Counter({
      name: 'mail_attempts_total',
      help: 'Attempts to send a mail by outcome: sent, refused, deferred, unavailable',
      labelNames: ['outcome'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'mail_attempt_seconds',
      help: 'Duration of an attempt, from connect to the last response',
      buckets: ATTEMPT_BUCKETS,
      registers,
    }),
    mails: new Counter({
      name: 'mails_total',
      help: 'Mails completed by this process, by status',
      labelNames: ['status'],
      registers,
    }),
  }
}
