import { textOn } from '@mediajobs/domain/contrast'
import { languageOfLocale, localeIn } from '@mediajobs/domain/languages'
import { make } from '../../../browser/elements.ts'
import { formatFor } from '../../../format.ts'
import { LOGO } from '../texts.ts'

const previews = [...document.querySelectorAll<HTMLElement>('.preview')]

/** Makes the preview follow the form. */
export function followForm(form: HTMLFormElement): void {
  const textOf = (name: string) => {
    const field = form.elements.namedItem(name)
    return field && 'value' in field ? field.value.trim() : ''
  }

  function show(): void {
    for (const element of document.querySelectorAll<HTMLElement>('#preview [data-of]')) {
      const text = textOf(element.dataset.of ?? '')
      // A name is required: if empty, the preview keeps the last one.
      if (text === '' && element.dataset.of === 'name') continue
      element.textContent = text
      element.hidden = text === ''
    }
    paint(textOf('colour'))
    showFormats(textOf('locale'), textOf('timeZone'))
  }

  form.addEventListener('input', show)
  addColourPicker(form)
}

/** The default button color. */
function plainColour(): string {
  const [shown] = previews
  return shown ? getComputedStyle(shown).getPropertyValue('--plain').trim() : '#000000'
}

/** Ignores an incomplete color. */
function paint(colour: string): void {
  const text = textOn(colour)
  if (text === null && colour !== '') return
  for (const { style } of previews) {
    style.setProperty('--brand', text === null ? 'var(--plain)' : colour)
    style.setProperty('--on-brand', text ?? 'var(--on-plain)')
  }
}

function showFormats(locale: string, timeZone: string): void {
  try {
    const shown = localeIn(languageOfLocale(locale), locale || null)
    const format = formatFor(shown, timeZone || null)
    for (const element of document.querySelectorAll<HTMLElement>('[data-when]')) {
      const { when = '' } = element.dataset
      element.textContent = `${format.day(when)}, ${format.time(when)}`
    }
    for (const element of document.querySelectorAll<HTMLElement>('[data-amount]')) {
      const { amount, currency = '' } = element.dataset
      element.textContent = format.money(Number(amount), currency)
    }
  } catch {
    // Not a complete language tag yet.
  }
}

/** Adds a picker next to the color's text field. */
function addColourPicker(form: HTMLFormElement): void {
  const field = form.elements.namedItem('colour')
  if (!(field instanceof HTMLInputElement)) return
  const picker = make('input', { type: 'color', attr: { 'aria-label': LOGO.pick } })
  const follow = () => {
    const colour = field.value.trim()
    if (textOn(colour)) picker.value = colour.toLowerCase()
    else if (colour === '') picker.value = plainColour()
  }
  picker.addEventListener('input', (event) => {
    event.stopPropagation()
    field.value = picker.value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  field.addEventListener('input', follow)
  follow()
  const row = make('span', { className: 'colour' })
  field.replaceWith(row)
  row.append(field, picker)
}
