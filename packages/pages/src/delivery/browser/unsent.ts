import { button, make } from '../../browser/elements.ts'
import { mayDiscard } from './dialogs.ts'
import type { Drafts } from './drafts.ts'
import { DELIVERY } from './report-view.ts'

export function counted(count: number): string {
  return count === 1 ? '1 comment' : `${count} comments`
}

async function discardAll(drafts: Drafts): Promise<void> {
  if (await mayDiscard(drafts.count)) drafts.clear()
}

/** What was not sent yet, with the button that sends it. Hidden while there is nothing. */
export function unsentBar(drafts: Drafts): HTMLElement {
  const status = make('span', { attr: { 'aria-live': 'polite' } })
  const submit = make('button', { className: 'go', attr: { form: 'changes' } })
  const bar = make(
    'div',
    { className: 'unsent' },
    make('p', { className: 'problem-line', attr: { role: 'alert' } }),
    status,
    button('Discard all comments', 'Discard', () => void discardAll(drafts)),
    submit,
  )
  const show = () => {
    const { count, isKept } = drafts
    bar.hidden = count === 0
    submit.textContent = `Send ${counted(count)}`
    const state = isKept
      ? 'saved, not sent yet'
      : "not sent yet. This browser can't save comments: send before you close the page."
    const text = count === 0 ? '' : `${counted(count)} ${state}`
    // A status that is set again may be read again.
    if (status.textContent !== text) status.textContent = text
  }
  drafts.onChange(show)
  show()
  return bar
}

/** The comments on photos as a list. Each can be discarded. */
export function listComments(list: Element, drafts: Drafts): void {
  const show = () =>
    list.replaceChildren(
      ...drafts.comments.map(({ id, mediaId, photo, comment }, index) => {
        const number = numberOf(mediaId)
        const place = number === null ? `Photo ${photo}, removed since` : `Photo ${number}`
        return make(
          'li',
          {},
          `${place}: `,
          make('span', { textContent: comment, dir: 'auto' }),
          ' ',
          button(`Discard comment ${index + 1}`, 'Discard', async () => {
            if (await mayDiscard(1)) drafts.remove(id)
          }),
        )
      }),
    )
  drafts.onChange(show)
  show()
}

/** On a page that takes no more comments: what was written and never sent, so that no word is lost. */
export function showNeverSent(decision: Element, drafts: Drafts): void {
  forgetSent(decision, drafts)
  if (drafts.count === 0) return
  const list = make('ol', { attr: { 'aria-label': 'Comments that were not sent' } })
  const box = make(
    'div',
    { id: 'never-sent' },
    make('h3', { textContent: `${counted(drafts.count)} not sent` }),
    make('p', {
      textContent: 'Only you can see this. If it still matters, copy it and send it by email.',
    }),
    make('blockquote', { textContent: drafts.note, dir: 'auto', hidden: drafts.note === '' }),
    list,
    button('Discard all comments', 'Discard all', () => void discardAll(drafts)),
  )
  listComments(list, drafts)
  drafts.onChange(() => {
    if (drafts.count === 0) box.remove()
  })
  decision.append(box)
}

/** The answer to a request can get lost: what the page shows was sent. */
function forgetSent(decision: Element, drafts: Drafts): void {
  const sent = new Set(
    [...decision.querySelectorAll('.comments span[dir], blockquote')].map(
      ({ textContent }) => textContent,
    ),
  )
  for (const { id, comment } of drafts.comments) if (sent.has(comment.trim())) drafts.remove(id)
  if (sent.has(drafts.note.trim())) drafts.setNote('')
}

const KEPT = 'Your comments are kept.'
const PROBLEMS: Record<number, string> = {
  400: `Not sent: a photo may have been removed. Load the page again, then send. ${KEPT}`,
  404: 'Not sent: this link no longer works. Copy your comments before you close the page.',
  413: `Not sent: together the comments are too long. Shorten or discard some. ${KEPT}`,
  429: `Not sent: too many tries. Wait a minute, then send again. ${KEPT}`,
}

/** Sends all comments in one request. Returns a sentence about the problem; after a success it leaves the page. */
export async function send(drafts: Drafts): Promise<string> {
  const status = await post(bodyOf(drafts))
  const isSent = status === 200
  // Somebody else has decided: the page says so, and shows what was not sent.
  if (isSent || (status === 409 && drafts.isKept)) {
    if (isSent) drafts.clear()
    history.replaceState(null, '', '#decision')
    location.reload()
    return ''
  }
  if (status === 0)
    return `Not sent, because there is no connection. ${KEPT} Send them again later.`
  if (status === 409) return 'Not sent: this delivery takes no more changes.'
  return PROBLEMS[status] ?? `Not sent: something went wrong. Try again in a minute. ${KEPT}`
}

/** A photo that is no longer part of the delivery takes no comment: the client's words go into the note. */
function bodyOf({ note, comments }: Drafts): object {
  const lost = comments.filter(({ mediaId }) => numberOf(mediaId) === null)
  const items = comments
    .filter((each) => !lost.includes(each))
    .map(({ mediaId, comment, x, y }) => ({
      mediaId,
      comment: comment.trim(),
      ...(x !== null && y !== null && { x, y }),
    }))
  const about = lost.map(({ photo, comment }) => `Photo ${photo}, removed since: ${comment.trim()}`)
  const comment = [note.trim(), ...about].filter(Boolean).join('\n')
  return { ...(comment && { comment }), items }
}

/** The number of a photo on the page; `null` when it was removed. */
function numberOf(mediaId: string): number | null {
  const tile = document.querySelector(`.grid [data-id="${CSS.escape(mediaId)}"]`)
  return tile ? Number(tile.id.slice(1)) : null
}

/** Returns the status, or 0 without a connection. */
async function post(body: object): Promise<number> {
  try {
    const response = await fetch(`${DELIVERY}/request-revision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
    return response.status
  } catch {
    return 0
  }
}
