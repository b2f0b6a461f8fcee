import { type Requeued, requeueFailed } from '@mediajobs/operations/webhooks'
import { command, print, printJson, UsageError } from './command.ts'
import { withProgress } from './progress.ts'
import { withStore } from './store.ts'

export const requeue = command({
  help: 'Gives webhook deliveries that ended FAILED one extra attempt each.',
  notes: 'It can be broken off and run again: with the same --until, none gets two.',
  options: {
    organization: { kind: 'id', help: 'of this organization' },
    subscription: { kind: 'id', help: 'of this webhook subscription' },
    all: { kind: 'flag', help: 'of all organizations' },
    since: { kind: 'time', help: 'that failed then or later' },
    until: { kind: 'time', help: 'that failed before; now by default' },
    'dry-run': { kind: 'flag', help: 'only count them' },
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
