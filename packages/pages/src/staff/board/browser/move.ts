import { messageOf } from '../../../for-people.ts'
import { call, signInAgain } from '../../browser/call.ts'

/** A job, as shown on the page. */
interface Job {
  id: string
  name: string
  etag: string
}

/** Moves a job to a status. `undo` restores the page if the move is refused. */
export type Move = (job: Job, to: string, undo?: () => void) => Promise<void>

/** Refreshes the board immediately; false if that failed. `done` is the move that its status line reports. */
export type Refresh = (done?: { done: string; moved: string }) => Promise<boolean>

interface Refusal {
  message: string | string[]
}

/** The job of a card, or of the status line. */
export function jobOf(part: HTMLElement): Job {
  const { id = part.id.slice(2), name = part.querySelector('a')?.textContent ?? '' } = part.dataset
  const etag = part.querySelector<HTMLInputElement>('[name="if-match"]')?.value ?? ''
  return { id, name, etag }
}

/** @param refresh called after each move, to show where the jobs are now */
export function newMover(refresh: Refresh): Move {
  // Jobs with a move in progress: a second click is ignored.
  const moving = new Set<string>()

  return async (job, to, undo) => {
    if (moving.has(job.id)) return undo?.()
    moving.add(job.id)
    try {
      await move(job, to, refresh, undo)
    } catch {
      undo?.()
      say(textOf('lost', { job: job.name }), true)
    } finally {
      moving.delete(job.id)
    }
  }
}

async function move(job: Job, to: string, refresh: Refresh, undo?: () => void): Promise<void> {
  const { id, name, etag } = job
  const path = `/projects/${id}`
  const response = await call<unknown>('PATCH', `${path}/status`, {
    body: { status: to },
    etag,
  })
  const { status, isSuccess } = response
  if (status === 401) signInAgain()
  if (status === 421) location.reload()
  if (!isSuccess) undo?.()
  for (const menu of document.querySelectorAll(`#p-${id} details[open]`)) {
    menu.removeAttribute('open')
  }
  const wanted = nameOf(to)
  if (isSuccess) {
    // Prefers the server's notice, which has an Undo.
    if (!(await refresh({ done: to, moved: id }))) {
      say(textOf('moved', { job: name, status: wanted }))
    }
    return
  }
  await refresh()
  if (status === 412) {
    const now = await call<{ status: string }>('GET', path)
    const place = nameOf(now.isSuccess ? now.body.status : '')
    return say(textOf('changed', { job: name, wanted, status: place }), true)
  }
  const reason = messageOf(response.body as Refusal)
  say(`${textOf('refused', { job: name, wanted })} ${reason}`, true)
}

/** The name of a status, from the links to it. */
function nameOf(status: string): string {
  const link = document.querySelector(`#board .statuses a[href*="status=${status}"] .dot`)
  return link?.nextSibling?.textContent?.trim() ?? status
}

/** Shows a status message, announced to screen readers. */
export function say(content: string | readonly Node[], isProblem = false): void {
  const live = document.getElementById('live')
  if (!live) return
  live.className = isProblem ? 'problem' : ''
  live.replaceChildren(...(typeof content === 'string' ? (content ? [content] : []) : content))
}

type Text = 'moved' | 'changed' | 'refused' | 'lost' | 'offline'

/** A text of the page, with its placeholders (`{job}`) filled in. */
export function textOf(name: Text, values: Record<string, string> = {}): string {
  const text = document.getElementById('live')?.dataset[name] ?? ''
  return text.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}
