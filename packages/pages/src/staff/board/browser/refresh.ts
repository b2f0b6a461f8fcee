import { followChanges } from '../../browser/follow-changes.ts'
import { type Refresh, say, textOf } from './move.ts'

/** Keeps the board current. */
export function keepFresh(board: HTMLElement): Refresh {
  return followChanges(board, {
    isBusy: () => board.querySelector('.dragged') !== null,
    sayOffline: (isOffline) => say(isOffline ? textOf('offline') : '', isOffline),
    show(fresh, page, done) {
      reconcile(board, fresh)
      replaceAll(document, page, '.quick')
      const live = page.getElementById('live')
      if (done && live) say([...live.childNodes])
    },
  })
}

// Patches the board from a newer copy, card by card. Unchanged cards keep their focus, open menu and scroll position.

const FOCUSABLE = 'a, summary, button, input'

/** Makes the server's cards draggable. */
export function prepare(root: ParentNode): void {
  if (!matchMedia('(hover: hover)').matches) return
  for (const card of cardsOf(root)) {
    card.draggable = true
    // Otherwise the link would be dragged instead of the card.
    for (const link of card.querySelectorAll('a')) link.draggable = false
  }
}

function reconcile(board: HTMLElement, fresh: HTMLElement): void {
  prepare(fresh)
  const focus = focusOf(board)
  const anchor = focus?.card ?? cardsOf(board).find(isSeen)
  const top = anchor?.getBoundingClientRect().top
  if (!hasSameParts(board, fresh)) {
    board.replaceChildren(...fresh.childNodes)
    if (focus) restoreFocus(focus)
    return
  }
  placeCards(board, fresh)
  for (const list of listsOf(fresh)) {
    const own = board.querySelector(`[data-status="${statusOf(list)}"] ul`)
    if (own) fill(own, list)
  }
  for (const part of ['h2', '.more']) replaceAll(board, fresh, `[data-status] ${part}`)
  replaceAll(board, fresh, '.statuses')
  if (focus && document.activeElement !== focus.element) restoreFocus(focus)
  const now = anchor && document.getElementById(anchor.id)
  if (top !== undefined && now) scrollDown(board, now.getBoundingClientRect().top - top)
}

/** Columns scroll on desktops, the page on phones. */
function scrollDown(board: HTMLElement, top: number): void {
  const columns = board.querySelector('.columns')
  const isHigher = columns && columns.scrollHeight > columns.clientHeight
  const scrolled = isHigher ? columns : window
  scrolled.scrollBy({ top, behavior: 'instant' })
}

/** Whether both have the same columns. A table is replaced as a whole, but not while jobs in it are being selected. */
function hasSameParts(board: HTMLElement, fresh: HTMLElement): boolean {
  const isAssigning = board.querySelector('.assign :checked:not(option), .chosen :focus')
  if (isAssigning) return true
  return (
    board.querySelector('[data-status]') !== null && fresh.querySelector('[data-status]') !== null
  )
}

/** Removes cards that left the board, and moves others to the lists they are now in. */
function placeCards(board: HTMLElement, fresh: HTMLElement): void {
  const lists = new Map(
    listsOf(fresh).flatMap((list) => [...list.children].map(({ id }) => [id, statusOf(list)])),
  )
  for (const card of cardsOf(board)) {
    const status = lists.get(card.id)
    if (status === undefined) card.remove()
    // Moved to the end of its new list first, so other cards stay in place.
    else if (status !== statusOf(card))
      board.querySelector(`[data-status="${status}"] ul`)?.append(card)
  }
}

function fill(own: Element, fresh: Element): void {
  for (const [i, each] of [...fresh.children].entries()) {
    const known = document.getElementById(each.id)
    const isKept = known && (isBusy(known) || known.isEqualNode(each))
    const card = isKept ? known : document.adoptNode(each)
    if (known && !isKept) known.replaceWith(card)
    if (own.children[i] !== card) own.insertBefore(card, own.children[i] ?? null)
  }
}

/** Whether a card has an open menu. It is left alone, with the version the person saw. */
function isBusy(card: Element): boolean {
  return card.querySelector('details[open]') !== null
}

function replaceAll(board: ParentNode, fresh: ParentNode, selector: string): void {
  const parts = fresh.querySelectorAll(selector)
  for (const [i, own] of [...board.querySelectorAll(selector)].entries()) {
    const part = parts[i]
    const isKept = !part || own.isEqualNode(part) || own.contains(document.activeElement)
    if (!isKept) own.replaceWith(document.adoptNode(part))
  }
}

interface Focus {
  element: Element
  card: Element
  index: number
}

function focusOf(board: HTMLElement): Focus | undefined {
  const element = document.activeElement
  const card = element?.closest(':is(li, tr)[id]')
  if (!element || !card || !board.contains(card)) return undefined
  return { element, card, index: [...card.querySelectorAll(FOCUSABLE)].indexOf(element) }
}

function restoreFocus({ element, card, index }: Focus): void {
  const now = document.getElementById(card.id)
  const target = element.isConnected ? element : now?.querySelectorAll(FOCUSABLE)[index]
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

function isSeen(card: Element): boolean {
  const { bottom, height } = card.getBoundingClientRect()
  return height > 0 && bottom > 0
}

function cardsOf(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-status] li')]
}

function listsOf(root: ParentNode): Element[] {
  return [...root.querySelectorAll('[data-status] ul')]
}

/** The status of a card or a list. */
export function statusOf(part: Element): string {
  return part.closest<HTMLElement>('[data-status]')?.dataset.status ?? ''
}
