import { Drafts } from './drafts.ts'
import { DELIVERY } from './report-view.ts'
import { showNeverSent } from './unsent.ts'

// The page of a link that doesn't work, or no longer does. The page is the same for every such link, so it can't name
// this delivery's drafts: their name is derived here, as in decision.ts.

const main = document.querySelector('main')
const token = DELIVERY.slice(DELIVERY.lastIndexOf('/') + 1)
// Browsers have `subtle` only over HTTPS and on loopback addresses.
const hash = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(token))
if (main && hash) {
  const name = btoa(String.fromCharCode(...new Uint8Array(hash)))
  showNeverSent(main, new Drafts(name.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)))
}
