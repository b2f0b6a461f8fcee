/** The address of this delivery: also below a path of a proxy, and without a query. */
export const DELIVERY = location.pathname.replace(/\/$/, '')

/** docs/contract.md#c13-views */
const VIEW_AFTER_MS = 2_000
const KEY = `decided on ${DELIVERY}`

/**
 * Reports one view to the API: when the page was visible for two seconds, or before that when the client sends a
 * form of it. A client who decides at once has seen the delivery too. The page that shows the decision is no
 * further view.
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
    // A form leaves the page. The visitor does not need to see that the report of a view failed.
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

/** Whether this page comes after a decision. A browser may refuse to store that. */
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
