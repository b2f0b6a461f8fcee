import { call } from '../../browser/call.ts'

interface Import {
  status: 'PENDING' | 'RUNNING' | 'COMPLETED'
  succeeded: number
  failed: number
}

const POLL_MS = 1_000

/** Shows how far an import is, and the result when it is done. */
export function watchProgress(): void {
  const text = document.querySelector<HTMLElement>('[data-import]')
  const bar = document.querySelector('progress')
  if (!text || !bar) return
  const look = async () => {
    // A hidden page asks nothing.
    if (!document.hidden) {
      const { isSuccess, body } = await call<Import>('GET', text.dataset.import ?? '').catch(
        () => ({
          isSuccess: false as const,
          body: null,
        }),
      )
      if (isSuccess && body?.status === 'COMPLETED') return location.reload()
      if (isSuccess && body) {
        bar.value = body.succeeded + body.failed
        text.textContent = (text.dataset.text ?? '').replace('{done}', String(bar.value))
      }
    }
    setTimeout(look, POLL_MS)
  }
  setTimeout(look, POLL_MS)
}
