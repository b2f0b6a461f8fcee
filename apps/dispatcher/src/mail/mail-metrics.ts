import type { Sql } from '@mediajobs/db'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { measure } from '../monitoring/measure.ts'

export interface MailMetrics {
  readonly attempts: Counter<'outcome'>
  readonly attemptSeconds: Histogram
  readonly mails: Counter<'status'>
}

const OLDEST_DUE = `
  select extract(epoch from now() - min(next_attempt_at))::float8 as value
  from mails where status = 'WAITING' and next_attempt_at <= now()`

const ATTEMPT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** The metrics of mail. docs/signals.md has the purpose of each. */
export function measureMail(registry: Registry, sql: Sql): MailMetrics {
  const registers = [registry]
  new Gauge({
    name: 'mail_oldest_due_seconds',
    help: 'For how long the oldest mail has been due, over all dispatchers',
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
      help: 'From the connection to the mail server to its last response',
      buckets: ATTEMPT_BUCKETS,
      registers,
    }),
    mails: new Counter({
      name: 'mails_total',
      help: 'Mails that ended in this process, by their status',
      labelNames: ['status'],
      registers,
    }),
  }
}
