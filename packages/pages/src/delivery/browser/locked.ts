import './main.ts'
import { DELIVERY } from './report-view.ts'

// Reloads the page once its delivery is unlocked. Asks for the archive, which costs least, and only while the page is
// visible: at once when the client comes back from paying. docs/contract.md#c19-page

const LOOK_EVERY_MS = 15_000
const LOCKED = 402
// Of an archive that can't be had, of a delivery that isn't locked any more.
const OPEN = [404, 409]

let timer: ReturnType<typeof setInterval> | undefined

async function look(): Promise<void> {
  const response = await fetch(`${DELIVERY}/archive.zip`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
  }).catch(() => null)
  if (!response || response.status === LOCKED) return
  const isOpen = response.type === 'opaqueredirect' || OPEN.includes(response.status)
  if (isOpen) location.reload()
}

function watch(): void {
  clearInterval(timer)
  if (document.visibilityState === 'visible') timer = setInterval(look, LOOK_EVERY_MS)
}

document.addEventListener('visibilitychange', () => {
  watch()
  if (document.visibilityState === 'visible') void look()
})
watch()
