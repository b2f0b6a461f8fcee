/** The most ids in one address. Many proxies refuse longer addresses. */
const MAX_CHOSEN = 150

/** Lets the client choose photos. The form then downloads only these. */
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
  // After "Back", a browser may restore the chosen boxes.
  show()
}
