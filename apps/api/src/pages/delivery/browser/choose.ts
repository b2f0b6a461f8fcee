/** Ids in one address: longer ones are refused by many proxies. */
const MAX_CHOSEN = 150

/** The same form downloads all photos, or those that are chosen. */
export function offerChoice(): void {
  const what = document.getElementById('what')
  const status = document.getElementById('chosen')
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.choose input')]
  if (!what || !status) return
  const show = () => {
    const chosen = boxes.filter(({ checked }) => checked).length
    const isFull = chosen >= MAX_CHOSEN
    for (const box of boxes) box.disabled = isFull && !box.checked
    what.textContent = chosen === 0 ? 'all' : String(chosen)
    status.textContent = chosen === 0 ? '' : `${chosen} of ${boxes.length} photos chosen`
    if (isFull) status.textContent += '. Download these first'
  }
  for (const box of boxes) box.addEventListener('change', show)
  // A browser that goes back keeps what was chosen.
  show()
}
