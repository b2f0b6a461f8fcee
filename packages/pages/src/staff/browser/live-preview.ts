/** Debounce of the preview, in milliseconds. */
const PAUSE = 700

/** Keeps the preview in step with its form. */
export function livePreview(): void {
  const button = document.getElementById('update')
  const first = document.querySelector<HTMLIFrameElement>('.frames iframe')
  if (!(button instanceof HTMLButtonElement) || !button.form || !first) return
  const { form } = button
  button.hidden = true
  let shown = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let count = 0

  function update(): void {
    // Submitting into an existing frame adds a history entry; into a new one it doesn't.
    const next = shown.cloneNode() as HTMLIFrameElement
    count += 1
    next.name = `preview-${count}`
    next.removeAttribute('src')
    next.loading = 'eager'
    next.classList.add('coming')
    shown.after(next)
    const mine = count
    next.onload = () => {
      if (next.contentWindow?.location.href === 'about:blank') return
      if (mine !== count) return next.remove()
      next.contentWindow?.scrollTo(0, shown.contentWindow?.scrollY ?? 0)
      next.classList.remove('coming')
      shown.remove()
      shown = next
    }
    ;(button as HTMLButtonElement).formTarget = next.name
    form.requestSubmit(button)
  }

  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(update, PAUSE)
  }
  form.addEventListener('input', schedule)
  form.addEventListener('change', schedule)
}
