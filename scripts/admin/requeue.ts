import { type Requeued, requeueFailed } from '@mediajobs/operations/webhooks'
import { command, print, printJson, UsageError } from './command.ts'
import { withProgress } from './progress.ts'
import { withStore } from './store.ts'

export const requeue = command({
  help: 'Gives webhook deliveries that ended FAILED one extra attempt each.',
  notes: 'It can be interrupted and run again. With the same --until no delivery gets two.',
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
      throw new UsageError('--organization, --subscription or --all is needed')
    }
    const isDry = given.has('dry-run')
    const outcome = await withProgress((show) =>
      withStore((store) =>
        requeueFailed(store, span, isDry ? null : (done) => show(`${done} requeued …`)),
      ),
    )
    if (given.has('json')) printJson({ ...outcome, dryRun: isDry })
    else print(readable(outcome, isDry))
    return true
  },
})

function readable({ requeued, switchedOff, until }: Requeued, isDry: boolean): string {
  const lines = [`${requeued} ${isDry ? 'would be requeued' : 'requeued'} (--until ${until})`]
  if (switchedOff > 0) lines.push(`${switchedOff} left: their subscription is switched off`)
  return lines.join('\n')
}
