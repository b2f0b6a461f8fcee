import { textOn, vanishesIn } from '@mediajobs/domain/contrast'
import { languageOfLocale, localeIn } from '@mediajobs/domain/languages'
import { make } from '../../../browser/elements.ts'
import { messageOf } from '../../../for-people.ts'
import { formatFor } from '../../../format.ts'
import { type Called, call } from '../../browser/call.ts'
import '../../browser/copy.ts'
import { LOGO } from '../texts.ts'

const previews = [...document.querySelectorAll<HTMLElement>('.preview')]

/** Makes the preview follow the form. */
function followForm(form: HTMLFormElement): void {
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
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const vanishes = text !== null && vanishesIn(isDark ? 'dark' : 'light', colour)
  for (const { style } of previews) {
    style.setProperty('--brand', text === null ? 'var(--plain)' : colour)
    style.setProperty('--on-brand', text ?? 'var(--on-plain)')
    style.setProperty('--rim', vanishes ? 'var(--ink)' : 'initial')
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

interface Organization {
  updatedAt: string
  logo: Logo | null
}

const readOrganization = () => call<Organization>('GET', '/organization')

interface Logo {
  state: 'PENDING' | 'READY' | 'REFUSED'
  reason: string | null
}

const POLL_MS = 1_000
const POLLS = 60

/** Uploads a logo directly to the store, and then hands it to the media process. */
function uploadLogo(section: HTMLElement, form: HTMLFormElement): void {
  const upload = section.querySelector('.upload')
  const input = upload?.querySelector<HTMLInputElement>('[type="file"]')
  const said = document.getElementById('logo-said')
  if (!upload || !input || !said) return
  // A selected file is uploaded immediately.
  upload.querySelector('button')?.remove()
  const say = (text: string) => {
    said.textContent = text
  }

  async function send(file: File): Promise<void> {
    const contentType = file.type
    const before = await readOrganization()
    const presigned = await call<{ uploadUrl: string; key: string }>(
      'POST',
      '/organization/logo/presign',
      { body: { contentType } },
    )
    if (!presigned.isSuccess) return say(refusal(presigned.body))
    const { uploadUrl, key } = presigned.body
    const headers = { 'content-type': contentType }
    const stored = await fetch(uploadUrl, { method: 'PUT', body: file, headers })
    if (!stored.ok) return say(LOGO.failed)
    const confirmed = await call<Logo>('POST', '/organization/logo/confirm', { body: { key } })
    if (!confirmed.isSuccess) return say(refusal(confirmed.body))
    await wait(before)
  }

  /** Waits until the logo is processed. */
  async function wait(before: Called<Organization>): Promise<void> {
    say(LOGO.pending)
    for (let polls = 0; polls < POLLS; polls += 1) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      const now = await readOrganization()
      const { logo } = now.body
      if (!now.isSuccess || logo?.state === 'PENDING') continue
      keepState(form, before, now)
      return logo?.state === 'READY' ? show(form) : say(logo?.reason ?? '')
    }
    say(LOGO.slow)
  }

  input.onchange = async () => {
    const [file] = input.files ?? []
    if (!file) return
    if (!input.accept.split(',').includes(file.type)) return say(LOGO.notPicture)
    if (file.size > Number(input.dataset.maxBytes)) return say(LOGO.tooLarge)
    input.disabled = true
    say(LOGO.sending)
    // The connection was lost.
    await send(file).catch(() => say(LOGO.failed))
    input.disabled = false
    input.value = ''
  }
  if (said.dataset.state === 'PENDING')
    void readOrganization()
      .then(wait)
      .catch(() => say(LOGO.failed))
}

/** Updates the form's version after the upload, unless someone else changed the settings. */
function keepState(
  form: HTMLFormElement,
  before: Called<Organization>,
  now: Called<Organization>,
): void {
  const state = form.elements.namedItem('if-match')
  if (!(state instanceof HTMLInputElement) || state.value !== before.etag) return
  if (now.etag !== null && now.body.updatedAt === before.body.updatedAt) state.value = now.etag
}

/** Reloads the page with the logo by submitting a preview, which keeps the input. */
function show(form: HTMLFormElement): void {
  const preview = form.querySelector<HTMLButtonElement>('[name="preview"]')
  if (preview && [...form.elements].some(isChanged)) {
    preview.value = 'logo'
    form.requestSubmit(preview)
  } else location.assign('?done=logo')
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((each) => each.selected !== each.defaultSelected)
  }
  // The color's picker has no name.
  if (!(field instanceof HTMLInputElement) || field.name === '') return false
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked
}

function refusal(body: unknown): string {
  return messageOf(body as Parameters<typeof messageOf>[0])
}

const form = document.querySelector<HTMLFormElement>('.beside form:has([name="colour"])')
const logo = document.getElementById('logo')
if (form) followForm(form)
if (form && logo) uploadLogo(logo, form)
