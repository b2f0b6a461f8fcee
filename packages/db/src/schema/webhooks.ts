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

// Three tables are partitioned by day. They have no foreign keys to each other, so that the partition of a
// day can be dropped. One transaction writes them together.

/** The log of all events, with or without a subscription. PARTITION BY RANGE (id): see migrations. */
export const events = pgTable(
  'events',
  {
    organizationId: organizationId(),
    id: uuid().notNull(),
    name: text({ enum: eventNames }).notNull(),
    /** `json`, not `jsonb`: a payload keeps the order of its fields. */
    data: json().notNull(),
    createdAt: createdAt(),
    /** The event is only in the log: no subscription gets it. */
    quiet: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('events_of_name').on(table.organizationId, table.name, newestId(table)),
    index('events_of_project').on(table.organizationId, sql.raw(EVENT_PROJECT), newestId(table)),
  ],
)

/** An event fits when one of its lists has the event's project, its customer or its new status. */
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
    /** Normalised, so that two spellings of one URL are one subscription. */
    url: text().notNull(),
    events: text({ enum: EVENT_NAMES }).array().notNull(),
    active: boolean().notNull().default(true),
    secretEncrypted: text('secret_encrypted').notNull(),
    previousSecretEncrypted: text('previous_secret_encrypted'),
    previousSecretUntil: optionalInstant('previous_secret_until'),
    disabledReason: text('disabled_reason'),
    description: text(),
    /** For the integrator's own programs. The service does not read it. */
    metadata: json().$type<Record<string, string>>().notNull().default({}),
    /** The names of the headers that it adds to its webhooks, as they were given. */
    headerNames: text('header_names').array().notNull().default([]),
    /** These headers as encrypted JSON: name to value. Null when there are none. */
    headersEncrypted: text('headers_encrypted'),
    /** The events that it gets. Null: all that it lists. */
    filter: jsonb().$type<EventFilter>(),
    /** Webhooks that start in one second. Null: as many as its receiver takes. */
    maxPerSecond: integer('max_per_second'),
    /** Whether the headers of Standard Webhooks are sent too. */
    standardWebhooks: boolean('standard_webhooks').notNull().default(false),
    /** The time of the first failed attempt since the last success. Null after a success. */
    failingSince: optionalInstant('failing_since'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** A deleted subscription is unknown to requests at once. The dispatcher removes its rows later. */
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
 * The times during which a subscription was off. A trigger on the subscriptions writes them: see migrations.
 * Only events of these times can be recovered.
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

/**
 * The rate of a subscription with `maxPerSecond`: which moments are taken. Dispatchers take moments before they
 * send, so the rate holds over all of them.
 */
export const webhookMoments = pgTable(
  'webhook_moments',
  {
    organizationId: organizationId(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** All moments before this one are taken. In microseconds, because 30 moments a second are no whole milliseconds. */
    nextAt: timestamp('next_at', { withTimezone: true, mode: 'string' }).notNull(),
    perSecond: integer('per_second').notNull(),
    /** The number of moments that the last call took. */
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

/** One event on its way to one subscription. PARTITION BY RANGE (id): see migrations. */
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
    /** The next attempt was requested by hand. When it fails, no other follows. */
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

/**
 * One POST and its response. PARTITION BY RANGE (delivery_id): an attempt is in the partition of its
 * delivery's day, and is dropped with it.
 */
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
 * How many attempts of a subscription began in an hour, by their duration: the sum over the shards. The
 * statement that writes an attempt counts it here, in the shard of its database connection. Rows are kept for
 * a day, so no foreign key has to remove them.
 */
export const webhookHours = pgTable(
  'webhook_hours',
  {
    organizationId: organizationId(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** The beginning of the hour. */
    hour: requiredInstant('hour'),
    /** The attempts took at most so many milliseconds, and more than the next smaller bound. */
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
