/**
 * Sends each form once, also when its button is pressed twice: the second response would take the place of the
 * first, which alone shows a secret.
 */
export function sendOnce(): void {
  const sent = new WeakSet<EventTarget>()
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
    if (sent.has(form)) event.preventDefault()
    sent.add(form)
    // A page that comes back from the history is sent anew.
    addEventListener('pageshow', () => sent.delete(form), { once: true })
  })
}
