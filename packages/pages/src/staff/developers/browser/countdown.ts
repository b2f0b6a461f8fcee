/** Writes how long it is until an instant, each second: `23:59:12`. */
export function countdowns(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-until]')) {
    const end = Date.parse(element.dataset.until ?? '')
    const show = () => {
      const seconds = Math.max(0, Math.round((end - Date.now()) / 1_000))
      const parts = [seconds / 3_600, (seconds / 60) % 60, seconds % 60]
      element.textContent = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(show, 1_000)
    show()
    if (element.parentElement) element.parentElement.hidden = false
  }
}
