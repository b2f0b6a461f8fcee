import { askInDialog } from './dialogs.ts'
import { Drafts } from './drafts.ts'
import { TEXTS } from './page-texts.ts'
import { listComments, send, showNeverSent, unsentBar } from './unsent.ts'
import { openableViewer } from './viewer.ts'

// The viewer and the client's comments. Loaded after the pictures, or when needed.

const decision = document.getElementById('decision') as HTMLElement
const changes = document.getElementById('changes') as HTMLFormElement | null
export const drafts = new Drafts(decision.dataset.draft ?? '')

/** Opens the photo of a link. */
export const openPhoto = openableViewer(drafts, decision.dataset)

/** Sends the comments, or asks about unsent ones before approving. */
export async function submit(form: HTMLFormElement): Promise<void> {
  if (form !== changes) return approve(form)
  const buttons = document.querySelectorAll<HTMLButtonElement>('#changes > button, .unsent button')
  for (const each of buttons) each.disabled = true
  const problem = await send(drafts)
  for (const each of buttons) each.disabled = false
  for (const line of document.querySelectorAll('.problem-line')) line.textContent = problem
}

async function approve(form: HTMLFormElement): Promise<void> {
  const { count } = drafts
  const answer = await askInDialog(TEXTS.approveTitle(count), TEXTS.approveText(count), [
    ['send', TEXTS.sendInstead(count), true],
    ['approve', TEXTS.approveAnyway],
    [null, TEXTS.cancel],
  ])
  if (answer === 'send') changes?.requestSubmit()
  if (answer !== 'approve') return
  // Otherwise the browser asks again.
  if (!drafts.isKept) drafts.clear()
  form.dataset.sure = 'yes'
  form.requestSubmit()
}

/** Keeps the note about the whole delivery too. */
function keepNote(note: HTMLTextAreaElement): void {
  if (note.value === '') note.value = drafts.note
  else drafts.setNote(note.value)
  note.addEventListener('input', () => drafts.setNote(note.value))
  const show = () => {
    note.required = drafts.comments.length === 0
    if (note.value !== drafts.note) note.value = drafts.note
  }
  drafts.onChange(show)
  show()
}

if (changes) {
  document.getElementById('how')?.removeAttribute('hidden')
  keepNote(changes.elements.namedItem('comment') as HTMLTextAreaElement)
  const list = document.getElementById('pins')
  if (list) listComments(list, drafts)
  const bar = document.querySelector('.bar')
  bar?.append(unsentBar(drafts))
  const show = () => document.documentElement.classList.toggle('has-unsent', drafts.count > 0)
  drafts.onChange(show)
  show()
} else {
  showNeverSent(decision, drafts)
}
