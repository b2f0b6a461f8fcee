import { button, make } from '../../browser/elements.ts'
import { mayDiscard } from './dialogs.ts'
import type { Draft, Drafts } from './drafts.ts'
import { TEXTS } from './page-texts.ts'
import { DELIVERY } from './report-view.ts'

async function discardAll(drafts: Drafts): Promise<void> {
  if (await mayDiscard(drafts.count)) drafts.clear()
}

/** Shows the number of unsent comments, and sends them. Hidden if there are none. */
export function unsentBar(drafts: Drafts): HTMLElement {
  const status = make('span', { attr: { 'aria-live': 'polite' } })
  const submit = make('button', { className: 'go', attr: { form: 'changes' } })
  const bar = make(
    'div',
    { className: 'unsent' },
    make('p', { className: 'problem-line', attr: { role: 'alert' } }),
    status,
    button(TEXTS.discardAll, TEXTS.discard, () => void discardAll(drafts)),
    submit,
  )
  const show = () => {
    const { count, isKept } = drafts
    bar.hidden = count === 0
    submit.textContent = TEXTS.send(count)
    const state = isKept ? TEXTS.saved(count) : TEXTS.notSaved(count)
    const text = count === 0 ? '' : state
    // Screen readers may repeat a status that is set again.
    if (status.textContent !== text) status.textContent = text
  }
  drafts.onChange(show)
  show()
  return bar
}

/** Lists the comments on photos. Each can be discarded. */
export function listComments(list: Element, drafts: Drafts): void {
  const show = () =>
    list.replaceChildren(
      ...drafts.comments.map(({ id, mediaId, photo, comment }, index) => {
        const number = numberOf(mediaId) ?? (document.querySelector('[data-id]') ? null : photo)
        const place = number === null ? TEXTS.removedPhoto(photo) : TEXTS.photo(number)
        return make(
          'li',
          {},
          `${place}: `,
          make('span', { textContent: comment, dir: 'auto' }),
          ' ',
          button(TEXTS.discardOne(index + 1), TEXTS.discard, async () => {
            if (await mayDiscard(1)) drafts.remove(id)
          }),
        )
      }),
    )
  drafts.onChange(show)
  show()
}

/** Shows unsent comments on a page that no longer accepts any. */
export function showNeverSent(parent: Element, drafts: Drafts): void {
  forgetSent(parent, drafts)
  if (drafts.count === 0) return
  const list = make('ol', { attr: { 'aria-label': TEXTS.neverSentList } })
  const note = make('blockquote', { textContent: drafts.note, dir: 'auto', hidden: !drafts.note })
  const copy = button(TEXTS.copy, TEXTS.copy, async () => {
    const lines = [...list.children].map((each) => each.firstChild?.textContent + textOf(each))
    await navigator.clipboard.writeText([drafts.note, ...lines].filter(Boolean).join('\n'))
    copy.textContent = TEXTS.copied
  })
  const box = make(
    'div',
    { id: 'never-sent' },
    make(parent.querySelector('h2') ? 'h3' : 'h2', { textContent: TEXTS.neverSent(drafts.count) }),
    make('p', { textContent: TEXTS.neverSentText }),
    note,
    list,
    copy,
    ' ',
    button(TEXTS.discardAll, TEXTS.discardAllShort, () => void discardAll(drafts)),
  )
  // Browsers have a clipboard only over HTTPS and on loopback addresses.
  copy.hidden = !navigator.clipboard
  listComments(list, drafts)
  drafts.onChange(() => {
    if (drafts.count === 0) box.remove()
  })
  parent.append(box)
}

/** Drops drafts that the page shows as sent: the response to their request was lost. */
function forgetSent(page: Element, drafts: Drafts): void {
  const sent = new Set(
    [...page.querySelectorAll<HTMLElement>('.comments li')].map((each) =>
      [each.dataset.of, textOf(each)].join(),
    ),
  )
  const { comment, folded } = requestOf(drafts)
  const isNoteSent = page.querySelector('blockquote')?.textContent === comment
  const isSent = (draft: Draft) =>
    sent.has([numberOf(draft.mediaId), draft.x, draft.y, draft.comment.trim()].join()) ||
    (isNoteSent && folded.includes(draft))
  for (const draft of drafts.comments) if (isSent(draft)) drafts.remove(draft.id)
  if (isNoteSent) drafts.setNote('')
}

const textOf = (item: Element) => item.querySelector('span')?.textContent ?? ''

/** Sends all comments in one request, then reloads the page. @returns the error message */
export async function send(drafts: Drafts): Promise<string> {
  const { comment, items, folded, sent } = requestOf(drafts)
  const { note } = drafts
  const status = await post('request-revision', { ...(comment && { comment }), items })
  if (status === 200) drafts.forget({ note, comments: [...sent, ...folded] })
  if (status === 200 && !drafts.isKept && drafts.count > 0) return TEXTS.partlySent
  // 409: someone else decided. The page says so, and shows the unsent comments.
  if (status === 200 || (status === 409 && drafts.isKept)) {
    showDecision()
    return ''
  }
  const problems: Readonly<Record<number, string>> = TEXTS.problems
  return problems[status] ?? TEXTS.failed
}

/**
 * The request body. Comments on removed photos are folded into the note until it is full; the rest stay unsent and on
 * the page.
 */
function requestOf({ note, comments }: Drafts) {
  const maxLength = document.querySelector<HTMLTextAreaElement>('#comment')?.maxLength ?? Infinity
  const sent: Draft[] = []
  const folded: Draft[] = []
  let comment = note.trim()
  for (const draft of comments) {
    const longer = [comment, `${TEXTS.removedPhoto(draft.photo)}: ${draft.comment.trim()}`]
    const text = longer.filter(Boolean).join('\n')
    if (numberOf(draft.mediaId) !== null) sent.push(draft)
    else if (text.length <= maxLength) {
      folded.push(draft)
      comment = text
    }
  }
  const items = sent.map(({ mediaId, comment, x, y }) => ({
    mediaId,
    comment: comment.trim(),
    ...(x !== null && y !== null && { x, y }),
  }))
  return { comment, items, sent, folded }
}

/** The number of a photo on the page; `null` when it was removed. */
function numberOf(mediaId: string): number | null {
  const tile = document.querySelector(`[data-id="${CSS.escape(mediaId)}"]`)
  return tile ? Number(tile.id.slice(1)) : null
}

/** Reloads the page at the decision. */
export function showDecision(): void {
  history.replaceState(null, '', '#decision')
  location.reload()
}

/** Returns the status, or 0 without a connection. */
export async function post(verb: 'approve' | 'request-revision', body: object): Promise<number> {
  try {
    const response = await fetch(`${DELIVERY}/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
    return response.status
  } catch {
    return 0
  }
}
