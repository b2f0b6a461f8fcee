import { setTimeout as pause } from 'node:timers/promises'
import { countPendingPreviews, requestPreviews } from '@mediajobs/operations/previews'
import type { Store } from '@mediajobs/outbox'
import { command, print, printJson, UsageError } from './command.ts'
import { withProgress } from './progress.ts'
import { withStore } from './store.ts'

// A picture takes about a second, so a shorter pause would gain nothing.
const POLL_MS = 1_000

export const derive = command({
  help: 'Requests the missing smaller pictures and checksums from the media processes.',
  notes:
    'It waits until all are made and shows how many are left. If it is interrupted, the media processes go on. It can be run again.',
  options: {
    missing: { kind: 'flag', help: 'for media that have none' },
    refused: { kind: 'flag', help: 'again for pictures that were refused' },
    organization: { kind: 'id', help: 'only for this organization; the default is all' },
  },
  async run(given) {
    if (given.has('missing') === given.has('refused')) {
      throw new UsageError('--missing or --refused is needed')
    }
    const organizationId = given.optional('organization')
    const isRefused = given.has('refused')
    const requested = await withProgress((show) =>
      withStore(async (store) => {
        const wanted = { organizationId, isRefused }
        const count = await requestPreviews(store.sql, wanted, (n) => show(`${n} requested …`))
        await untilMade(store, organizationId, show)
        return count
      }),
    )
    if (given.has('json')) printJson({ requested })
    else print(`${requested} requested. All are made or refused.`)
    return true
  },
})

async function untilMade(
  { sql }: Store,
  organizationId: string | undefined,
  show: (text: string) => void,
): Promise<void> {
  for (;;) {
    const left = await countPendingPreviews(sql, organizationId)
    if (left === 0) return
    show(`${left} left …`)
    await pause(POLL_MS)
  }
}
