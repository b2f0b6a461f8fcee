type Work = typeof import('./work.ts')

/**
 * Loads the viewer and the comments: after the pictures, at once when the client has something that was not sent, or
 * when they open a photo, write or decide. Without it, pictures are links and the forms still work.
 */
export function loadWhenNeeded(): void {
  const decision = document.getElementById('decision')
  const name = document.querySelector<HTMLScriptElement>('script[data-more]')?.dataset.more
  if (!decision || !name) return
  let loaded: Work | undefined
  const load = async (): Promise<Work> => {
    loaded ??= (await import(new URL(name, import.meta.url).href)) as Work
    return loaded
  }
  const begin = () => void load().catch(() => {})
  const hasUnsent = () => (loaded ? loaded.drafts.count > 0 : hasWritten(decision))

  document.querySelector('.grid')?.addEventListener('click', async (event) => {
    const { target, metaKey, ctrlKey, shiftKey } = event as MouseEvent
    const link = (target as Element).closest('a')
    if (!link?.querySelector('img') || metaKey || ctrlKey || shiftKey) return
    event.preventDefault()
    const work = await load().catch(() => null)
    if (work) work.openPhoto(link)
    else location.assign(link.href)
  })
  for (const form of decision.querySelectorAll('form')) {
    form.addEventListener('focusin', begin, { once: true })
    form.addEventListener('submit', async (event) => {
      if (form.id !== 'changes') {
        if (form.dataset.sure || !hasUnsent()) return
        // It becomes a question: the submit after the answer is the one that counts.
        event.stopPropagation()
      }
      event.preventDefault()
      const work = await load().catch(() => null)
      if (work) await work.submit(form)
      else form.submit()
    })
  }
  if (location.hash.startsWith('#photo-') || hasWritten(decision)) begin()
  else if (document.readyState === 'complete') begin()
  else addEventListener('load', begin)
}

/** Whether the client has written anything, here or before. */
function hasWritten(decision: HTMLElement): boolean {
  if (decision.querySelector('textarea')?.value) return true
  try {
    return localStorage.getItem(`comments:${decision.dataset.draft}`) !== null
  } catch {
    return false
  }
}
