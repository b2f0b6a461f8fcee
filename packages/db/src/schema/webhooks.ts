import {
  EVENT_NAMES,
  type ProjectStatus,
  TEST_EVENT,
  WEBHOOK_DELIVERY_STATUSES,
} from '@mediajobs/domain'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
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
export const events = pgTable(
  'events',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    name: text({ enum: eventNames }).notNull(),
    /** `json`, not `jsonb`, keeps the order of the fields. */
    data: json().notNull(),
    createdAt: createdAt(),
    /** Logged only: not sent to subscriptions. */
    quiet: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('events_of_name').on(table.organizationId, table.name, newestId(table)),
    index('events_of_project').on(table.organizationId, sql.raw(EVENT_PROJECT), newestId(table)),
  ],
)

/** Passes events whose project, customer or new status is in one of the lists. */
export interface EventFilter {
  projectIds?: string[]
  customerIds?: string[]
  toStatuses?: ProjectStatus[]
}

export const webhookSubscriptions = pgTable(
  'webhook_subscriptions',
  {
    organizationId: organizationId().references(() => organizations.id),
    id: uuid().notNull(),
    /** Normalized: spellings of one URL are one subscription. */
    url: text().notNull(),
    events: text({ enum: EVENT_NAMES }).array().notNull(),
    active: boolean().notNull().default(true),
    secretEncrypted: text('secret_encrypted').notNull(),
    previousSecretEncrypted: text('previous_secret_encrypted'),
    previousSecretUntil: optionalInstant('previous_secret_until'),
    disabledReason: text('disabled_reason'),
    description: text(),
    /** For integrators; never read by the service. */
    metadata: json().$type<Record<string, string>>().notNull().default({}),
    /** Names of custom headers, as given. */
    headerNames: text('header_names').array().notNull().default([]),
    /** The custom headers as encrypted JSON, name to value. Null without any. */
    headersEncrypted: text('headers_encrypted'),
    /** Null: all listed events. */
    filter: jsonb().$type<EventFilter>(),
    /** Rate limit. Null: as fast as the receiver takes them. */
    maxPerSecond: integer('max_per_second'),
    /** Also send the Standard Webhooks headers. */
    standardWebhooks: boolean('standard_webhooks').notNull().default(false),
    /** First failed attempt since the last success. */
    failingSince: optionalInstant('failing_since'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Soft delete: the dispatcher purges the rows later. */
    deletedAt: optionalInstant('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('webhook_subscriptions_url_unique')
      .on(table.organizationId, table.url)
      .where(sql`deleted_at is null`),
    index('webhook_subscriptions_newest').on(table.organizationId, ...newestFirst(table)),
  ],
)

/**
 * When a subscription was off, written by a trigger: see migrations. Only events of these times can be recovered.
 */
export const webhookPauses = pgTable(
  'webhook_pauses',
  {
    organizationId: organizationId(),
    subscriptionId: uuid('subscription_id').notNull(),
    beganAt: requiredInstant('began_at'),
    /** Null while the subscription is off. */
    endedAt: optionalInstant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.subscriptionId, table.beganAt] }),
    tenantKey(
      'webhook_pauses_subscription',
      table,
      table.subscriptionId,
      webhookSubscriptions,
    ).onDelete('cascade'),
  ],
)

/** Rate limiter of subscriptions with `maxPerSecond`: dispatchers reserve send slots here, so the rate is global. */
export const webhookMoments = pgTable(
  'webhook_moments',
  {
    organizationId: organizationId(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** The first free slot. Microseconds, because 1/30 s is not a whole number of milliseconds. */
    nextAt: timestamp('next_at', { withTimezone: true, mode: 'string' }).notNull(),
    perSecond: integer('per_second').notNull(),
    /** Slots reserved by the last call. */
    taken: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.subscriptionId] }),
    tenantKey(
      'webhook_moments_subscription',
      table,
      table.subscriptionId,
      webhookSubscriptions,
    ).onDelete('cascade'),
  ],
)

/** An event on its way to a subscription. PARTITION BY RANGE (id): see migrations. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    eventId: uuid('event_id').notNull(),
    event: text({ enum: eventNames }).notNull(),
    status: text({ enum: WEBHOOK_DELIVERY_STATUSES }).notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    /** The next attempt was requested manually: the last one. */
    byHand: boolean('by_hand').notNull().default(false),
    nextAttemptAt: optionalInstant('next_attempt_at').default(sql`now()`),
    lastAttemptAt: optionalInstant('last_attempt_at'),
    responseStatus: smallint('response_status'),
    error: text(),
    createdAt: createdAt(),
    finishedAt: optionalInstant('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('webhook_deliveries_of_subscription').on(
      table.organizationId,
      table.subscriptionId,
      newestId(table),
    ),
    index('webhook_deliveries_of_event').on(table.organizationId, table.eventId),
    index('webhook_deliveries_of_name').on(table.organizationId, table.event, newestId(table)),
    index('webhook_deliveries_not_succeeded')
      .on(table.organizationId, newestId(table))
      .where(sql.raw(IS_NOT_SUCCEEDED)),
    index('webhook_deliveries_waiting').on(table.nextAttemptAt).where(sql.raw(IS_WAITING)),
    index('webhook_deliveries_unsuccessful')
      .on(table.organizationId, table.subscriptionId, table.finishedAt)
      .where(sql.raw(IS_UNSUCCESSFUL)),
    tenantKey('webhook_deliveries_subscription', table, table.subscriptionId, webhookSubscriptions),
    check(
      'webhook_deliveries_status',
      sql`${table.status} in ('PENDING','RETRYING','SUCCEEDED','FAILED','CANCELLED')`,
    ),
  ],
)

/** A POST and its response. PARTITION BY RANGE (delivery_id): dropped with its delivery's day. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    organizationId: organizationId(),
    deliveryId: uuid('delivery_id').notNull(),
    attempt: integer().notNull(),
    startedAt: requiredInstant('started_at'),
    durationMs: integer('duration_ms').notNull(),
    responseStatus: smallint('response_status'),
    error: text(),
    responseBody: text('response_body'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.deliveryId, table.attempt] })],
)

/**
 * Attempts per subscription and hour, by duration: the sum over the shards. Counted by the statement that writes an
 * attempt, in the shard of its connection. Kept for a day, so without a foreign key.
 */
export const webhookHours = pgTable(
  'webhook_hours',
  {
    organizationId: organizationId(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** Start of the hour. */
    hour: requiredInstant('hour'),
    /** Upper bound of the duration bucket. */
    atMostMs: integer('at_most_ms').notNull(),
    shard: integer().notNull(),
    succeeded: integer().notNull(),
    failed: integer().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'webhook_hours_pk',
      columns: [
        table.organizationId,
        table.subscriptionId,
        table.hour,
        table.atMostMs,
        table.shard,
      ],
    }),
    index('webhook_hours_age').on(table.hour),
  ],
)
