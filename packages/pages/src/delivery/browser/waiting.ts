import './main.ts'
import { DELIVERY } from './report-view.ts'

// Reloads the page once its delivery is unlocked, or its download is ready. Polls the archive, the cheapest request,
// only while the page is visible, and immediately when the client returns from paying. docs/contract.md#c19-page
// docs/contract.md#c12-preparing

const IS_LOCKED = document.querySelector('[data-locked]') !== null
const POLL_MS = IS_LOCKED ? 15_000 : 5_000
// Statuses of an unlocked delivery whose archive doesn't exist, or isn't ready.
const UNLOCKED = IS_LOCKED ? [404, 409] : []

document.getElementById('by-hand')?.remove()

let timer: ReturnType<typeof setInterval> | undefined

async function poll(): Promise<void> {
  const response = await fetch(`${DELIVERY}/archive.zip`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
  }).catch(() => null)
  if (!response) return
  if (response.type === 'opaqueredirect' || UNLOCKED.includes(response.status)) reload()
}

/** Reloads the page, and reopens the download sheet if it was open. */
function reload(): void {
  clearInterval(timer)
  if (document.querySelector('#download[open]')) location.hash = 'download'
  location.reload()
}

function watch(): void {
  clearInterval(timer)
  if (document.visibilityState === 'visible') timer = setInterval(poll, POLL_MS)
}

document.addEventListener('visibilitychange', () => {
  watch()
  if (document.visibilityState === 'visible') void poll()
})
watch()
