import { make } from '../../browser/elements.ts'
import { CommentPanel } from './comment-panel.ts'
import { askInDialog, closable } from './dialogs.ts'
import { DownloadSheet } from './download.ts'
import { Drafts } from './drafts.ts'
import { addStyle } from './load-work.ts'
import { TEXTS } from './page-texts.ts'
import { listComments, post, send, showDecision, showNeverSent, unsentBar } from './unsent.ts'
import { openableViewer } from './viewer.ts'

// The viewer, the sheets and the client's comments. Loaded after the pictures, or when needed.

await addStyle()
const decision = document.getElementById('decision') as HTMLElement
const changes = document.getElementById('changes') as HTMLFormElement | null
export const drafts = new Drafts(decision.dataset.draft ?? '')

const sheet = downloadSheet()
const approval = document.getElementById('approve') as HTMLDialogElement | null
const openPhoto = openableViewer({
  comments: (onEnd) => new CommentPanel(drafts, decision.dataset, onEnd),
  sheet,
})

/** Opens a link's target: a photo or a sheet. */
export function open(link: HTMLAnchorElement): void {
  const { opens } = link.dataset
  if (opens === 'download') sheet?.open()
  else if (opens === 'choose') sheet?.choose()
  else if (opens === 'approve') askForApproval()
  else openPhoto(link)
}

/** Asks once: about unsent comments if there are any, otherwise with the approval sheet. */
function askForApproval(): void {
  say('', '#approve')
  if (drafts.count === 0) approval?.showModal()
  else void askAboutUnsent(approval?.querySelector('form') as HTMLFormElement)
}

function downloadSheet(): DownloadSheet | null {
  const dialog = document.getElementById('download') as HTMLDialogElement | null
  const made = dialog && new DownloadSheet(dialog)
  if (!made?.hasChoice) return made
  onLongPress((tile) => made.choose(tile))
  // Saving to Photos is for iPhone and iPad only. An iPad claims to be a Mac, but Macs have no touch.
  const sharing = document.getElementById('share')?.dataset.module
  if (sharing && navigator.maxTouchPoints > 0 && /iPhone|iPad|Mac/.test(navigator.userAgent)) {
    type Share = typeof import('./share.ts')
    void import(new URL(sharing, location.href).href).then(({ offerSharing }: Share) =>
      offerSharing(made),
    )
  }
  return made
}

/** Sends the comments, or approves, after asking about unsent ones. */
export async function submit(form: HTMLFormElement): Promise<void> {
  if (form !== changes) {
    return form.dataset.sure || drafts.count === 0 ? sendApproval(form) : askAboutUnsent(form)
  }
  const buttons = document.querySelectorAll<HTMLButtonElement>('#changes > button, .unsent button')
  for (const each of buttons) each.disabled = true
  const problem = await send(drafts)
  for (const each of buttons) each.disabled = false
  say(problem, '.unsent')
}

function say(problem: string, place: '.unsent' | '#approve'): void {
  const lines = document.querySelectorAll(`${place} .problem-line`)
  for (const line of lines) line.textContent = problem
}

/** Stays on the page, so that a lost connection loses nothing. */
async function sendApproval(form: HTMLFormElement): Promise<void> {
  const isSure = Boolean(form.dataset.sure)
  delete form.dataset.sure
  const status = await post('approve', {})
  if (status === 0) return say(TEXTS.notApproved, isSure ? '.unsent' : '#approve')
  // Otherwise `beforeunload` asks again.
  if (isSure && !drafts.isKept) drafts.clear()
  if (status === 200) showDecision()
  // The refusal's page says why.
  else form.submit()
}

/** Asks whether to send the unsent comments instead of approving. */
async function askAboutUnsent(form: HTMLFormElement): Promise<void> {
  const { count } = drafts
  const answer = await askInDialog(TEXTS.approveTitle(count), TEXTS.approveText(count), [
    ['send', TEXTS.sendInstead(count), true],
    ['approve', TEXTS.approveAnyway],
    [null, TEXTS.cancel],
  ])
  if (answer === 'send') changes?.requestSubmit()
  if (answer !== 'approve') return
  form.dataset.sure = 'yes'
  form.requestSubmit()
}

/** Keeps the note about the whole delivery in the drafts. */
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

for (const each of document.querySelectorAll<HTMLDialogElement>('dialog.sheet')) closable(each)
approval
  ?.querySelector('.go')
  ?.before(make('p', { className: 'problem-line', attr: { role: 'alert' } }))

if (changes) {
  document.getElementById('how')?.removeAttribute('hidden')
  keepNote(changes.elements.namedItem('comment') as HTMLTextAreaElement)
  const list = document.getElementById('pins')
  if (list) listComments(list, drafts)
  document.querySelector('.acts')?.append(unsentBar(drafts))
  const show = () => document.documentElement.classList.toggle('has-unsent', drafts.count > 0)
  drafts.onChange(show)
  show()
} else {
  showNeverSent(decision, drafts)
}

const PRESS_MS = 500

/** Calls `onPress` with the tile of a long-pressed photo, and suppresses the click. */
export function onLongPress(onPress: (tile: HTMLElement) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHeld = false
  const end = () => clearTimeout(timer)
  const hold = (tile: HTMLElement) => {
    end()
    isHeld = true
    onPress(tile)
  }
  const listen = (
    type: 'pointerdown' | 'click' | 'contextmenu',
    listener: (event: PointerEvent, tile: HTMLElement) => void,
  ) =>
    document.addEventListener(
      type,
      (event) => {
        const tile = (event.target as Element).closest<HTMLElement>('[data-id]')
        if (tile) listener(event as PointerEvent, tile)
      },
      { capture: true },
    )
  listen('pointerdown', ({ pointerType }, tile) => {
    end()
    isHeld = false
    if (pointerType === 'touch') timer = setTimeout(hold, PRESS_MS, tile)
  })
  // Scrolling cancels the pointer.
  for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, end)
  // Android fires this on a long press, instead of a click.
  listen('contextmenu', (event, tile) => {
    if (event.pointerType !== 'touch') return
    event.preventDefault()
    if (!isHeld) hold(tile)
  })
  listen('click', (event) => {
    if (!isHeld) return
    isHeld = false
    event.preventDefault()
    event.stopPropagation()
  })
}
