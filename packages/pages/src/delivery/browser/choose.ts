import { inUnit } from '../../format.ts'
import { DELIVERY } from './report-view.ts'

/** The most ids in one address. Many proxies refuse longer addresses. */
const MAX_CHOSEN = 150

/** Lets the client choose photos. The form then downloads only these, and says how large they are. */
export function offerChoice(): void {
  const form = document.querySelector<HTMLFormElement>('#download')
  const what = document.getElementById('what')
  const status = document.getElementById('chosen')
  if (!form || !what || !status) return
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.choose input')]
  const sizes = [...form.querySelectorAll('option')].map((option) => ({
    option,
    ofAll: option.text,
  }))
  const show = () => {
    const chosen = boxes.filter(({ checked }) => checked)
    const count = chosen.length
    const isFull = count >= MAX_CHOSEN
    for (const box of boxes) box.disabled = isFull && !box.checked
    what.textContent = count === 0 ? 'all' : String(count)
    for (const [at, { option, ofAll }] of sizes.entries()) {
      option.text = ofAll.replace(
        /\(all: (.*)\)/,
        count === 0 ? '$1' : written(bytesOf(chosen, at), form.dataset.locale),
      )
    }
    status.textContent = count === 0 ? '' : `${count} of ${boxes.length} photos chosen`
    if (isFull) status.textContent += '. Download these first'
  }
  for (const box of boxes) box.addEventListener('change', show)
  // After "Back", a browser may restore the chosen boxes.
  show()
  downloadHere(form)
}

/** @param at which size, in the order of the select */
function bytesOf(boxes: readonly HTMLInputElement[], at: number): number {
  return boxes.reduce((sum, { dataset }) => sum + Number(dataset.bytes?.split(' ')[at]), 0)
}

function written(bytes: number, locale: string | undefined): string {
  const { value, options } = inUnit(bytes)
  return new Intl.NumberFormat(locale, options).format(value)
}

/** Downloads without leaving the page. Without this, the form leads to a page that downloads. */
function downloadHere(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) query.append(name, String(value))
    location.assign(`${DELIVERY}/archive.zip?${query}`)
  })
}
