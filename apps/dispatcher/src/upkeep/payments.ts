import { MAX_PROVIDER_CALLS } from '@mediajobs/domain'
import {
  readPayment,
  type TakenPayment,
  takeDuePayments,
  takeOverHints,
} from '@mediajobs/operations/card-payments'
import type { AccountAccess } from '@mediajobs/operations/payment-account'
import type { Store } from '@mediajobs/outbox'
import {
  createBackoff,
  errorWithoutParameters,
  type FaultLog,
  type Logger,
} from '@mediajobs/runtime'
import { type PeriodicOnDemand, runPeriodically } from './periodic.ts'

interface Options extends AccountAccess {
  store: Store
  logger: Logger
  faults: FaultLog
}

// Events wake the dispatcher. The poll finds payments that are due on schedule, or whose notification was lost.
const EVERY_MS = 5_000
const RETRY_MS = 1_000
const READING = 'reading payments'

/** An organization with reads in progress, or whose provider isn't answering. */
interface Held {
  underWay: number
  backoff: ReturnType<typeof createBackoff>
  restsUntilMs: number
}

/**
 * Reads payments at their providers, on events and on schedule. Dispatchers share the due ones. Each organization has
 * few concurrent reads and a separate backoff, so a slow provider delays only its organization.
 * docs/contract.md#c18-read
 */
export function startReadingPayments(options: Options): PeriodicOnDemand {
  const { store, logger, faults } = options
  const organizations = new Map<string, Held>()
  const underWay = new Set<Promise<void>>()

  const periodic = runPeriodically(
    { doing: 'looking for payments to read', everyMs: EVERY_MS, retryMs: RETRY_MS, faults },
    async (isStopped) => {
      await takeOverHints(store.sql)
      while (!isStopped() && underWay.size < MAX_PROVIDER_CALLS) {
        const free = MAX_PROVIDER_CALLS - underWay.size
        const due = await takeDuePayments(store.sql, free, heldBack())
        if (due.length === 0) break
        for (const taken of due) begin(taken)
      }
      return organizations.size > 0 ? 'again' : undefined
    },
  )

  /** Organizations that may not start another read now. */
  function heldBack(): string[] {
    const now = performance.now()
    for (const [id, { underWay, restsUntilMs, backoff }] of organizations) {
      if (underWay === 0 && backoff.ms === 0 && restsUntilMs <= now) organizations.delete(id)
    }
    return [...organizations]
      .filter(([, { underWay, restsUntilMs }]) => underWay > 0 || restsUntilMs > now)
      .map(([id]) => id)
  }

  function begin(taken: TakenPayment): void {
    const held = organizations.get(taken.organizationId) ?? {
      underWay: 0,
      backoff: createBackoff(),
      restsUntilMs: 0,
    }
    organizations.set(taken.organizationId, held)
    held.underWay += 1
    const work = read(taken, held).finally(() => {
      held.underWay -= 1
      underWay.delete(work)
      periodic.ask()
    })
    underWay.add(work)
  }

  async function read(taken: TakenPayment, held: Held): Promise<void> {
    const { organizationId, id: paymentId } = taken
    try {
      const outcome = await readPayment(store, taken, options, held.backoff.nextMs)
      faults.worked(READING)
      if (outcome.kind === 'unreachable') {
        held.backoff.failed()
        held.restsUntilMs = performance.now() + held.backoff.ms
      } else held.backoff.worked()
      if ('error' in outcome) {
        const err = errorWithoutParameters(outcome.error)
        logger.warn({ organizationId, paymentId, err }, `payment.${outcome.kind}`)
      } else logger.debug({ organizationId, paymentId }, `payment.${outcome.kind}`)
    } catch (error) {
      // Retried when the payment's lease ends.
      faults.failed(READING, error)
    }
  }

  return {
    ask: () => periodic.ask(),
    async stop() {
      await periodic.stop()
      await Promise.all(underWay)
    },
  }
}
