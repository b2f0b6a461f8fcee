import { messageOf } from '../../../message.ts'
import { call } from '../../browser/call.ts'

/** Moves a job to a status. `undo` takes back what the page showed of the move, when it is refused. */
export type Move = (card: HTMLElement, to: string, undo?: () => void) => Promise<void>

interface Refusal {
  message: string | string[]
}

/** @param refresh reads the board again: it then shows where each job is */
export function newMover(refresh: () => Promise<boolean>): Move {
  // A second click while the first one is under way does nothing.
  const moving = new Set<string>()

  return async (card, to, undo) => {
    if (moving.has(card.id)) return undo?.()
    moving.add(card.id)
    try {
      const { text, isProblem } = await move(card, to, refresh, undo)
      say(text, isProblem)
    } catch {
      undo?.()
      say(textOf('offline'), true)
    } finally {
      moving.delete(card.id)
    }
  }
}

interface Said {
  text: string
  isProblem: boolean
}

async function move(
  card: HTMLElement,
  to: string,
  refresh: () => Promise<boolean>,
  undo?: () => void,
): Promise<Said> {
  const { id } = card
  const job = card.querySelector('a')?.textContent ?? ''
  const etag = card.querySelector<HTMLInputElement>('[name="if-match"]')?.value ?? ''
  const path = `/projects/${id.slice(2)}`
  const response = await call<unknown>('PATCH', `${path}/status`, {
    body: { status: to },
    etag,
  })
  const { status, isSuccess } = response
  if (status === 401 || status === 421) location.reload()
  if (!isSuccess) undo?.()
  for (const menu of card.querySelectorAll('details[open]')) menu.removeAttribute('open')
  await refresh()
  const wanted = nameOf(to)
  if (isSuccess) return { text: textOf('moved', { job, status: wanted }), isProblem: false }
  if (status === 412) {
    const now = await call<{ status: string }>('GET', path)
    const place = nameOf(now.isSuccess ? now.body.status : '')
    return { text: textOf('changed', { job, wanted, status: place }), isProblem: true }
  }
  const reason = messageOf(response.body as Refusal)
  return { text: `${textOf('refused', { job, wanted })} ${reason}`, isProblem: true }
}

/** The name of a status, from the links to it. */
function nameOf(status: string): string {
  const link = document.querySelector(`#board .statuses a[href*="status=${status}"]`)
  return link?.firstChild?.textContent?.trim() ?? status
}

/** Says something of the board, also to a screen reader. */
export function say(text: string, isProblem = false): void {
  const live = document.getElementById('live')
  if (!live) return
  live.className = isProblem ? 'problem' : ''
  live.textContent = text
}

type Text = 'moved' | 'changed' | 'refused' | 'offline'

/** A text of the page, with its values: `{job}`. */
export function textOf(name: Text, values: Record<string, string> = {}): string {
  const text = document.getElementById('live')?.dataset[name] ?? ''
  return text.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}
