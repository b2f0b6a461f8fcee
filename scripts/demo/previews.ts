import { setTimeout } from 'node:timers/promises'
import type { Service } from './service.ts'

interface Delivery {
  media: { preview: { state: string } | null }[]
}

// The longest wait without progress. A picture takes a second.
const WAIT_LIMIT_MS = 30_000
const POLL_MS = 2_000

/** Waits until no preview of a delivery is PENDING. Without progress it stops and says so. */
export async function waitForPreviews(
  service: Service,
  token: string,
  say: (line: string) => void,
): Promise<void> {
  let until = Date.now() + WAIT_LIMIT_MS
  let pending = Number.POSITIVE_INFINITY
  for (;;) {
    const { media } = await service.call<Delivery>('GET', `/deliveries/${token}`, undefined, {})
    const now = media.filter(({ preview }) => preview?.state === 'PENDING').length
    if (now === 0) return
    if (now < pending) {
      say(`${media.length - now} of ${media.length} previews are made`)
      until = Date.now() + WAIT_LIMIT_MS
    }
    if (Date.now() > until) break
    pending = now
    await setTimeout(POLL_MS)
  }
  say('The previews are not all made: is a media process running?')
}
