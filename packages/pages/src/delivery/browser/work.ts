import { askInDialog } from './dialogs.ts'
import { Drafts } from './drafts.ts'
import { counted, listComments, send, showNeverSent, unsentBar } from './unsent.ts'
import { openableViewer } from './viewer.ts'

// The viewer and the client's comments. The page loads this after its pictures, or when it is needed.

const decision = document.getElementById('decision') as HTMLElement
const changes = document.getElementById('changes') as HTMLFormElement | null
export const drafts = new Drafts(decision.dataset.draft ?? '')

/** Opens the photo of a link. */
export const openPhoto = openableViewer(drafts, decision.dataset)

/** Sends the changes; or asks what becomes of them before it approves. */
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
  const [what, are] = count === 1 ? ['comment', "isn't"] : ['comments', "aren't"]
  const answer = await askInDialog(
    `${counted(count)} not sent`,
    `You have ${counted(count)} that ${are} sent yet. After you approve, you can't ask for changes.`,
    [
      ['send', `Send ${what} instead`, true],
      ['approve', 'Approve anyway'],
      [null, 'Cancel'],
    ],
  )
  if (answer === 'send') changes?.requestSubmit()
  if (answer !== 'approve') return
  // The browser would ask once more.
  if (!drafts.isKept) drafts.clear()
  form.dataset.sure = 'yes'
  form.requestSubmit()
}

/** What is written about the whole delivery is kept too. */
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
