import { make } from '../../../browser/elements.ts'
import { readPage } from '../../../browser/send-form.ts'

/** Where a job is dropped. */
export interface Place {
  /** `2026-05-01T09:30`, in the organization's time zone. */
  when: string
  /** Empty for no one. */
  technicianId: string
}

/** Submits a move through the move page's form, with the same confirmations and refusals. */
export function sendMove(job: HTMLElement, address: string, place: Place): void {
  const { version = '', was = '', by = '' } = job.dataset
  const fields = {
    'if-match': `"${version}"`,
    'was-when': was,
    'was-technicianId': by,
    ...place,
  }
  const inputs = Object.entries(fields).map(([name, value]) =>
    make('input', { type: 'hidden', name, value }),
  )
  const form = make('form', { method: 'post', action: address, hidden: true }, ...inputs)
  document.body.append(form)
  form.submit()
}

/** Opens the move form over the calendar, or says that the person is offline. */
export async function showForm(address: string, opener: HTMLElement): Promise<void> {
  const page = await readPage(address).catch(() => undefined)
  if (page === undefined) return say('offline')
  const form = page?.querySelector('main form')
  if (!(form instanceof HTMLFormElement)) return location.assign(address)
  const title = page?.querySelector('h1')?.textContent ?? ''
  const dialog = make(
    'dialog',
    { className: 'moving', attr: { 'aria-labelledby': 'moving' } },
    make('h2', { id: 'moving', textContent: title, dir: 'auto' }),
    document.adoptNode(form),
  )
  // The form's own action is relative to its page.
  form.action = address
  form.querySelector('a')?.addEventListener('click', (event) => {
    event.preventDefault()
    dialog.close()
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    opener.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
}

type LiveText = 'offline' | 'outdated' | 'overlaps' | 'off' | 'away'

export function say(name: LiveText | undefined): void {
  const live = document.getElementById('live')
  if (live) live.textContent = name === undefined ? '' : textOf(name)
}

/** A text of the page. */
export function textOf(name: LiveText, job = ''): string {
  const text = document.getElementById('calendar')?.dataset[name] ?? ''
  return text.replace('{job}', job)
}
