import { inSpan, type OpenTransaction, Transaction } from '@mediajobs/db'
import { SpanKind } from '@opentelemetry/api'
import type { NewWork, WebhookQueue } from './webhook-queue.ts'

/** What a transaction needs to publish events and to make credentials. */
export interface Publishing {
  readonly webhookQueue: WebhookQueue
  /** Wakes the dispatchers for new work. */
  readonly wake: Readonly<Record<NewWork, () => void>>
  /** Whether mails are queued. */
  readonly sendsMail: boolean
  /** The cell that new credentials name; `null` for none. */
  readonly cell: string | null
  /** Counts a committed event. */
  onPublished(name: string): void
}

/** A transaction in which events can be published (see `writeEvent`), mails queued and credentials made. */
export class Tx extends Transaction {
  readonly webhookQueue: WebhookQueue
  /** Whether its events are only written to the log: see {@link withoutWebhooks}. */
  readonly isWithoutWebhooks: boolean
  /** Whether its operations queue mails. */
  readonly sendsMail: boolean
  /** The cell that new credentials name; `null` for none. */
  readonly cell: string | null
  readonly #open: OpenTransaction
  readonly #publishing: Publishing

  constructor(open: OpenTransaction, publishing: Publishing, isWithoutWebhooks = false) {
    super(open)
    this.webhookQueue = publishing.webhookQueue
    this.isWithoutWebhooks = isWithoutWebhooks
    this.sendsMail = publishing.sendsMail && !isWithoutWebhooks
    this.cell = publishing.cell
    this.#open = open
    this.#publishing = publishing
  }

  /** The same transaction as an object through which events send no webhooks, and no mail is queued. */
  withoutWebhooks(): Tx {
    return new Tx(this.#open, this.#publishing, true)
  }

  /** Wakes the dispatchers for new work after the commit. */
  wakeDispatchers(work: NewWork = 'jobs'): void {
    this.afterCommit(this.#publishing.wake[work])
  }

  /**
   * Runs `write`, which writes the event `name`, in a span. Counts the event after the commit. The transaction ends
   * only when `write` has ended, and fails when it fails.
   */
  publishing<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
    this.afterCommit(() => this.#publishing.onPublished(name))
    const attributes = { 'messaging.operation.name': 'publish', 'webhook.event': name }
    const written = inSpan(`publish ${name}`, { kind: SpanKind.PRODUCER, attributes }, write)
    this.endWith(written)
    return written
  }
}
