import { readPage } from '../../../browser/send-form.ts'

/** Debounce, in milliseconds. */
const PAUSE = 250

/** Fields that affect the price and the free technicians. */
const FIELDS = [
  'customer',
  'packageId',
  'addOnIds',
  'discountCode',
  'propertySize',
  'postalCode',
  'coordinates',
  'when',
  'minutes',
  'filled-minutes',
]

/** Keeps the price and the free technicians current with the selection. */
export function liveCheck(form: HTMLFormElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''

  async function check(): Promise<void> {
    const data = new FormData(form)
    const query = new URLSearchParams()
    for (const name of [...FIELDS, 'technicianId']) {
      for (const value of data.getAll(name)) if (value !== '') query.append(name, String(value))
    }
    if (form.querySelector('[id^=terms-]')) query.set('terms', 'yes')
    const url = `${form.action}/check?${query}`
    last = url
    const page = await readPage(url)
    if (page && url === last) show(form, page)
  }

  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !FIELDS.includes(target.name)) return
    clearTimeout(timer)
    // Offline, the form stays unchanged and can still be submitted.
    timer = setTimeout(() => check().catch(() => undefined), PAUSE)
  })
  // Before `pageshow`, Back and reload restore the fields, but not their price.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type !== 'navigate') addEventListener('pageshow', () => void check().catch(() => {}))
}

function show(form: HTMLFormElement, page: Document): void {
  const quote = document.getElementById('quote')
  const newQuote = page.getElementById('quote')
  if (quote && newQuote) {
    quote.replaceChildren(...newQuote.childNodes)
    proposeMinutes(form, newQuote.dataset.minutes ?? '')
  }
  for (const { id, textContent } of page.querySelectorAll('#terms > span')) {
    const terms = document.getElementById(id)
    if (terms) terms.textContent = textContent
  }
  const people = document.getElementById('technicians')
  const newPeople = page.getElementById('technicians')
  if (people && newPeople) replacePeople(people, newPeople)
}

/** Keeps the current choice and the focus. */
function replacePeople(people: HTMLElement, newPeople: HTMLElement): void {
  const chosen = people.querySelector<HTMLInputElement>('input:checked')?.value ?? ''
  const focused = people.contains(document.activeElement) ? document.activeElement : null
  people.replaceChildren(...newPeople.childNodes)
  const radioOf = (value: string) =>
    [...people.querySelectorAll('input')].find((each) => each.value === value)
  const radio = radioOf(chosen)
  if (radio) radio.checked = true
  if (focused instanceof HTMLInputElement) radioOf(focused.value)?.focus()
}

/** Fills in the length of the selection, unless the person typed a different one. */
function proposeMinutes(form: HTMLFormElement, proposed: string): void {
  const field = form.querySelector<HTMLInputElement>('#minutes')
  const filled = form.querySelector<HTMLInputElement>('[name=filled-minutes]')
  if (!field || !filled) return
  if (field.value === '' || field.value === filled.value) field.value = proposed
  filled.value = proposed
}
