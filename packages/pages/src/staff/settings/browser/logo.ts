import { messageOf } from '../../../message.ts'
import { type Called, call } from '../../browser/call.ts'
import { LOGO } from '../texts.ts'

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
export function uploadLogo(section: HTMLElement, form: HTMLFormElement): void {
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
    // A lost connection.
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
