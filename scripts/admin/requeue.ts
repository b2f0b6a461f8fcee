import { setTimeout as pause } from 'node:timers/promises'
import { countPendingPreviews, requestPreviews } from '@mediajobs/operations/previews'
import { type Requeued, requeueFailed } from '@mediajobs/operations/webhooks'
import { command, UsageError, withStore } from './command.ts'

export const requeue = command({
  help: 'Retries each FAILED webhook delivery once.',
  notes: 'Can be interrupted and rerun. With the same --until, no delivery is retried twice.',
  options: {
    organization: { kind: 'id', help: 'deliveries of this organization' },
    subscription: { kind: 'id', help: 'deliveries of this webhook subscription' },
    all: { kind: 'flag', help: 'deliveries of all organizations' },
    since: { kind: 'time', help: 'deliveries that failed at this time or later' },
    until: { kind: 'time', help: 'deliveries that failed before this time; default: now' },
    'dry-run': { kind: 'flag', help: 'only count the deliveries' },
  },
  async run(given) {
    const span = {
      organizationId: given.optional('organization'),
      subscriptionId: given.optional('subscription'),
      since: given.optional('since'),
      until: given.optional('until'),
    }
    const isSome = span.organizationId !== undefined || span.subscriptionId !== undefined
    if (isSome === given.has('all')) {
      throw new UsageError('--organization, --subscription or --all is required')
    }
    const isDry = given.has('dry-run')
    const outcome = await withStore((store, show) =>
      requeueFailed(store, span, isDry ? null : (done) => show(`${done} requeued …`)),
    )
    return { json: { ...outcome, dryRun: isDry }, text: readable(outcome, isDry) }
  },
})

function readable({ requeued, switchedOff, until }: Requeued, isDry: boolean): string {
  const lines = [`${requeued} ${isDry ? 'would be requeued' : 'requeued'} (--until ${until})`]
  if (switchedOff > 0) lines.push(`${switchedOff} skipped: their subscription is disabled`)
  return lines.join('\n')
}

// A picture takes about a second, so polling faster gains nothing.
const POLL_MS = 1_000

export const derive = command({
  help: 'Requests missing derivatives and checksums from the media processes.',
  notes:
    'Waits until all are done and shows how many are left. If interrupted, the media processes continue. Can be rerun.',
  options: {
    missing: { kind: 'flag', help: 'for media without any' },
    refused: { kind: 'flag', help: 'retry refused pictures' },
    organization: { kind: 'id', help: 'only for this organization; default: all' },
  },
  async run(given) {
    if (given.has('missing') === given.has('refused')) {
      throw new UsageError('--missing or --refused is required')
    }
    const organizationId = given.optional('organization')
    const requested = await withStore(async ({ sql }, show) => {
      const wanted = { organizationId, isRefused: given.has('refused') }
      const count = await requestPreviews(sql, wanted, (n) => show(`${n} requested …`))
      for (;;) {
        const left = await countPendingPreviews(sql, organizationId)
        if (left === 0) return count
        show(`${left} left …`)
        await pause(POLL_MS)
      }
    })
    return { json: { requested }, text: `${requested} requested. All are done or refused.` }
  },
})
