import type { Sql } from '@mediajobs/db'
import type { Store, Tx } from './store.ts'
import type { WebhookQueue } from './webhook-queue.ts'

/** What follows a store: spans, and where they lead. */
export interface StoreTracing {
  /** A span around `work`. A client's is made only within another. */
  follow<Result>(
    step: { name: string; kind: 'client' | 'producer'; attributes: Record<string, string> },
    work: () => Promise<Result>,
  ): Promise<Result>
  /** Names the span that this is done within. */
  traceparent(): string | undefined
}

const DATABASE = { 'db.system.name': 'postgresql' }

/**
 * `store`, with a span for each transaction, for each single statement outside of one, and for each
 * event. The jobs that are written within a span carry its name to whoever does them.
 */
export function tracedStore(store: Store, tracing: StoreTracing): Store {
  return {
    ...store,
    sql: tracedSql(store.sql, tracing),
    quick: tracedSql(store.quick, tracing),
    search: (work) => store.search((sql) => work(tracedSql(sql, tracing))),
    transaction(work) {
      const step = { name: 'transaction', kind: 'client', attributes: DATABASE } as const
      return tracing.follow(step, () => store.transaction((tx) => work(tracedTx(tx, tracing))))
    },
  }
}

/** Statements of the query builder are left alone. */
function tracedSql(sql: Sql, tracing: StoreTracing): Sql {
  return {
    orm: sql.orm,
    query: (text, values) => tracing.follow(statement(text), () => sql.query(text, values)),
    queryOnce: (text, values) => tracing.follow(statement(text), () => sql.queryOnce(text, values)),
  }
}

function statement(text: string) {
  const [keyword = ''] = /\w+/.exec(text) ?? []
  const operation = keyword.toUpperCase()
  const attributes = { ...DATABASE, 'db.operation.name': operation, 'db.query.text': text }
  return { name: operation, kind: 'client', attributes } as const
}

function tracedTx(tx: Tx, tracing: StoreTracing): Tx {
  return {
    ...tx,
    webhookQueue: tracedQueue(tx.webhookQueue, tracing),
    publishing(name, write) {
      const attributes = { 'messaging.operation.name': 'publish', 'webhook.event': name }
      const step = { name: `publish ${name}`, kind: 'producer', attributes } as const
      return tracing.follow(step, () => tx.publishing(name, write))
    },
  }
}

function tracedQueue(queue: WebhookQueue, tracing: StoreTracing): WebhookQueue {
  return {
    ...queue,
    insert(tx, jobs) {
      const traceparent = tracing.traceparent()
      if (traceparent === undefined) return queue.insert(tx, jobs)
      // A retry has the one of the event already.
      return queue.insert(
        tx,
        jobs.map((job) => ({ traceparent, ...job })),
      )
    },
  }
}
