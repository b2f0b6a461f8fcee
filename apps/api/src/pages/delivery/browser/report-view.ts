import { DELIVERY } from './address.ts'

/** docs/contract.md#c13-views */
const VIEW_AFTER_MS = 2_000

/**
 * Reports one view to the API: when the page was visible for two seconds, or before that when the client sends a
 * form of it. A client who decides at once has seen the delivery too.
 */
export function reportView(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', watch)
    document.removeEventListener('submit', report)
    // A form leaves the page. The visitor does not need to see that the report of a view failed.
    fetch(`${DELIVERY}/views`, { method: 'POST', keepalive: true }).catch(() => {})
  }
  const watch = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(report, VIEW_AFTER_MS)
  }
  document.addEventListener('visibilitychange', watch)
  document.addEventListener('submit', report)
  watch()
}
