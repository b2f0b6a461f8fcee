import { DELIVERY } from './elements.ts'

/** docs/contract.md#c13-views */
const VIEW_AFTER_MS = 2_000

/** Notes that a person looked at the page: it was in view for two seconds. */
export function noteView(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', watch)
      // A view that is not noted is no problem of the reader.
      fetch(`${DELIVERY}/views`, { method: 'POST' }).catch(() => {})
    }, VIEW_AFTER_MS)
  }
  document.addEventListener('visibilitychange', watch)
  watch()
}
