import { DELIVERY } from './address.ts'
import type { Drafts } from './drafts.ts'

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
export function numberOf(mediaId: string): number | null {
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
