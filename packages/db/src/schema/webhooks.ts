import {
  EVENT_NAMES,
  type ProjectStatus,
  TEST_EVENT,
  WEBHOOK_DELIVERY_STATUSES,
} from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import * as t from 'drizzle-orm/pg-core'
import {
  createdAt,
  EVENT_PROJECT,
  IS_NOT_SUCCEEDED,
  IS_UNSUCCESSFUL,
  IS_WAITING,
  newestFirst,
  newestId,
  optionalInstant,
  organizationId,
  requiredInstant,
  tenantKey,
  updatedAt,
} from './columns.ts'
import { organizations } from './organizations.ts'

const eventNames = [...EVENT_NAMES, TEST_EVENT] as const

// Three tables are partitioned by day, without foreign keys between them, so that a day can be dropped. They are written
// in one transaction.

/** The event log, with or without subscriptions. PARTITION BY RANGE (id): see migrations. */
export const events = t.pgTable(
  'events',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    name: t.text({ enum: eventNames }).notNull(),
    /** `json`, not `jsonb`, keeps the order of the fields. */
    data: t.json().notNull(),
    createdAt: createdAt(),
    /** Logged only: not sent to subscriptions. */
    quiet: t.boolean().notNull().default(false),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t.index('events_of_name').on(table.organizationId, table.name, newestId(table)),
    t.index('events_of_project').on(table.organizationId, sql.raw(EVENT_PROJECT), newestId(table)),
  ],
)

/** Passes events whose project, customer or new status is in one of the lists. */
export interface EventFilter {
  projectIds?: string[]
  customerIds?: string[]
  toStatuses?: ProjectStatus[]
}

export const webhookSubscriptions = t.pgTable(
  'webhook_subscriptions',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: t.uuid().notNull(),
    /** Normalized: spellings of one URL are one subscription. */
    url: t.text().notNull(),
    events: t.text({ enum: EVENT_NAMES }).array().notNull(),
    active: t.boolean().notNull().default(true),
    secretEncrypted: t.text('secret_encrypted').notNull(),
    previousSecretEncrypted: t.text('previous_secret_encrypted'),
    previousSecretUntil: optionalInstant('previous_secret_until'),
    disabledReason: t.text('disabled_reason'),
    description: t.text(),
    /** For integrators; never read by the service. */
    metadata: t.json().$type<Record<string, string>>().notNull().default({}),
    /** Names of custom headers, as given. */
    headerNames: t.text('header_names').array().notNull().default([]),
    /** The custom headers as encrypted JSON, name to value. Null without any. */
    headersEncrypted: t.text('headers_encrypted'),
    /** Null: all listed events. */
    filter: t.jsonb().$type<EventFilter>(),
    /** Maximum webhooks started per second. Null: unlimited. */
    maxPerSecond: t.integer('max_per_second'),
    /** Also send the Standard Webhooks headers. */
    standardWebhooks: t.boolean('standard_webhooks').notNull().default(false),
    /** First failed attempt since the last success. */
    failingSince: optionalInstant('failing_since'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Soft delete: the dispatcher purges the rows later. */
    deletedAt: optionalInstant('deleted_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t
      .uniqueIndex('webhook_subscriptions_url_unique')
      .on(table.organizationId, table.url)
      .where(sql`deleted_at is null`),
    t.index('webhook_subscriptions_newest').on(table.organizationId, ...newestFirst(table)),
  ],
)

/** When a subscription was off, written by a trigger: see migrations. Only events in these spans can be recovered. */
export const webhookPauses = t.pgTable(
  'webhook_pauses',
  {
    organizationId: organizationId(),
    subscriptionId: t.uuid('subscription_id').notNull(),
    beganAt: requiredInstant('began_at'),
    /** Null while the subscription is off. */
    endedAt: optionalInstant('ended_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.subscriptionId, table.beganAt] }),
    tenantKey(
      'webhook_pauses_subscription',
      table,
      table.subscriptionId,
      webhookSubscriptions,
    ).onDelete('cascade'),
  ],
)

/** Rate limiter of subscriptions with `maxPerSecond`: dispatchers take moments here, so the rate is global. */
export const webhookMoments = t.pgTable(
  'webhook_moments',
  {
    organizationId: organizationId(),
    subscriptionId: t.uuid('subscription_id').notNull(),
    /** The first free moment. Microseconds, because 1/30 s isn't a whole number of milliseconds. */
    nextAt: t.timestamp('next_at', { withTimezone: true, mode: 'string' }).notNull(),
    perSecond: t.integer('per_second').notNull(),
    /** Moments taken by the last call. */
    taken: t.integer().notNull(),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.subscriptionId] }),
    tenantKey(
      'webhook_moments_subscription',
      table,
      table.subscriptionId,
      webhookSubscriptions,
    ).onDelete('cascade'),
  ],
)

/** An event on its way to a subscription. PARTITION BY RANGE (id): see migrations. */
export const webhookDeliveries = t.pgTable(
  'webhook_deliveries',
  {
    organizationId: organizationId(),
    id: t.uuid().notNull(),
    subscriptionId: t.uuid('subscription_id').notNull(),
    eventId: t.uuid('event_id').notNull(),
    event: t.text({ enum: eventNames }).notNull(),
    status: t.text({ enum: WEBHOOK_DELIVERY_STATUSES }).notNull().default('PENDING'),
    attempts: t.integer().notNull().default(0),
    /** The next attempt was requested manually, and is the last one. */
    byHand: t.boolean('by_hand').notNull().default(false),
    nextAttemptAt: optionalInstant('next_attempt_at').default(sql`now()`),
    lastAttemptAt: optionalInstant('last_attempt_at'),
    responseStatus: t.smallint('response_status'),
    error: t.text(),
    createdAt: createdAt(),
    finishedAt: optionalInstant('finished_at'),
  },
  (table) => [
    t.primaryKey({ columns: [table.organizationId, table.id] }),
    t
      .index('webhook_deliveries_of_subscription')
      .on(table.organizationId, table.subscriptionId, newestId(table)),
    t.index('webhook_deliveries_of_event').on(table.organizationId, table.eventId),
    t.index('webhook_deliveries_of_name').on(table.organizationId, table.event, newestId(table)),
    t
      .index('webhook_deliveries_not_succeeded')
      .on(table.organizationId, newestId(table))
      .where(sql.raw(IS_NOT_SUCCEEDED)),
    t.index('webhook_deliveries_waiting').on(table.nextAttemptAt).where(sql.raw(IS_WAITING)),
    t
      .index('webhook_deliveries_unsuccessful')
      .on(table.organizationId, table.subscriptionId, table.finishedAt)
      .where(sql.raw(IS_UNSUCCESSFUL)),
    tenantKey('webhook_deliveries_subscription', table, table.subscriptionId, webhookSubscriptions),
    t.check(
      'webhook_deliveries_status',
      sql`${table.status} in ('PENDING','RETRYING','SUCCEEDED','FAILED','CANCELLED')`,
    ),
  ],
)

/** A POST and its response. PARTITION BY RANGE (delivery_id): dropped with its delivery's day. */
export const webhookAttempts = t.pgTable(
  'webhook_attempts',
  {
    organizationId: organizationId(),
    deliveryId: t.uuid('delivery_id').notNull(),
    attempt: t.integer().notNull(),
    startedAt: requiredInstant('started_at'),
    durationMs: t.integer('duration_ms').notNull(),
    responseStatus: t.smallint('response_status'),
    error: t.text(),
    responseBody: t.text('response_body'),
  },
  (table) => [t.primaryKey({ columns: [table.organizationId, table.deliveryId, table.attempt] })],
)

/**
 * Attempts per subscription and hour, by duration: the sum over the shards. Counted by the statement that writes an
 * attempt, in the shard of its connection. Kept for a day, so without a foreign key.
 */
export const webhookHours = t.pgTable(
  'webhook_hours',
  {
    organizationId: organizationId(),
    subscriptionId: t.uuid('subscription_id').notNull(),
    hour: requiredInstant('hour'),
    /** Upper bound of the duration bucket. */
    atMostMs: t.integer('at_most_ms').notNull(),
    shard: t.integer().notNull(),
    succeeded: t.integer().notNull(),
    failed: t.integer().notNull(),
  },
  (table) => [
    t.primaryKey({
      name: 'webhook_hours_pk',
      columns: [
        table.organizationId,
        table.subscriptionId,
        table.hour,
        table.atMostMs,
        table.shard,
      ],
    }),
    t.index('webhook_hours_age').on(table.hour),
  ],
)
