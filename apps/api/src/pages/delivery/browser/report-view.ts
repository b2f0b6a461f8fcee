import { DELIVERY } from './address.ts'

/** docs/contract.md#c13-views */
const VIEW_AFTER_MS = 2_000

/** Reports a view to the API when the page was visible for two seconds. */
export function reportView(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', watch)
      // The visitor does not need to see that the report of a view failed.
      fetch(`${DELIVERY}/views`, { method: 'POST' }).catch(() => {})
    }, VIEW_AFTER_MS)
  }
  document.addEventListener('visibilitychange', watch)
  watch()
}
