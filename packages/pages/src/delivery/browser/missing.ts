import { Drafts } from './drafts.ts'
import { DELIVERY } from './report-view.ts'
import { showNeverSent } from './unsent.ts'

// The page of a link that doesn't work, or no longer does. All of these look alike, so the page can't name the drafts of
// this delivery: their name is derived here, as decision.ts does.

const main = document.querySelector('main')
const token = DELIVERY.slice(DELIVERY.lastIndexOf('/') + 1)
// Browsers have `subtle` only over HTTPS and on loopback addresses.
const hash = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(token))
if (main && hash) {
  const name = btoa(String.fromCharCode(...new Uint8Array(hash)))
  showNeverSent(main, new Drafts(name.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)))
}
