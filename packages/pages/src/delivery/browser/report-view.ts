/** This delivery's path, which a proxy may prefix. */
export const DELIVERY = location.pathname.replace(/\/$/, '')

/** docs/contract.md#c13-views */
const VIEW_AFTER_MS = 2_000
const KEY = `decided on ${DELIVERY}`

/**
 * Reports one view to the API after two visible seconds, or sooner when the client submits a form: deciding implies
 * having seen the delivery. The page that follows a decision doesn't count.
 */
export function reportView(): void {
  if (isDecided()) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReported = false
  const report = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', watch)
    if (isReported) return
    isReported = true
    // `keepalive`, because submitting a form leaves the page. Visitors needn't know about a failure.
    fetch(`${DELIVERY}/views`, { method: 'POST', keepalive: true }).catch(() => {})
  }
  const watch = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(report, VIEW_AFTER_MS)
  }
  document.addEventListener('visibilitychange', watch)
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.method === 'post') keepDecided()
    report()
  })
  watch()
}

/** Whether this page follows a decision. False when storage is blocked. */
function isDecided(): boolean {
  try {
    const isAfter = sessionStorage.getItem(KEY) !== null
    sessionStorage.removeItem(KEY)
    return isAfter
  } catch {
    return false
  }
}

function keepDecided(): void {
  try {
    sessionStorage.setItem(KEY, 'yes')
  } catch {}
}
