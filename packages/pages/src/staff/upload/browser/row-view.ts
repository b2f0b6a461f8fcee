import { button, make } from '../../../browser/elements.ts'
import type { Format } from '../../../format.ts'
import { TEXTS } from '../texts.ts'
import { alteredMenu } from './altered.ts'
import { type Medium, originalId, originalName, type Row } from './row.ts'
import { paint } from './thumbnail.ts'

/** What a person can do with a row, and what a row shows of the others. */
export interface RowActions {
  format: Format
  originals(): { rows: readonly Row[]; media: readonly Medium[] }
  leaveOut(row: Row): void
  again(row: Row): void
  changed(row: Row): void
}

export interface RowView {
  element: HTMLLIElement
  /** Shows the state of the row. */
  show(): void
  /** Shows how many of its bytes are sent. */
  move(): void
}

export function rowView(row: Row, actions: RowActions): RowView {
  const { name, file, contentType } = row
  const { format } = actions
  const canvas = make('canvas', { attr: { 'aria-hidden': 'true' } })
  const state = make('span', { className: 'state' })
  const progress = make('progress', {
    max: 1,
    value: 0,
    attr: { 'aria-label': TEXTS.sendingOf(name) },
  })
  const notes = make('div', { className: 'notes' })
  const controls = make('div', { className: 'actions' })
  const what = make(
    'p',
    {},
    make('bdi', {}, name),
    make('span', { className: 'soft' }, ` ${format.bytes(file.size)}`),
  )
  const element = make(
    'li',
    {},
    canvas,
    make('div', { className: 'what' }, what, state, progress, notes, controls),
  )
  paint(canvas, file, contentType)

  const move = () => {
    progress.value = row.sent / Math.max(file.size, 1)
    if (row.state === 'sending') state.textContent = `${Math.floor((100 * row.sent) / file.size)} %`
  }
  const show = () => {
    element.className = row.state
    state.textContent = stateText(row)
    progress.hidden = row.state !== 'sending'
    notes.replaceChildren(...notesOf(row))
    // A control that has the focus stays when it is still needed.
    const focused = controls.contains(document.activeElement)
    if (!(row.state === 'ready' && controls.childElementCount > 0)) {
      controls.replaceChildren(...controlsOf(row, actions))
    }
    if (focused && !controls.contains(document.activeElement)) focusOn(element)
    move()
  }
  show()
  return { element, show, move }
}

/** Gives the focus to a part of the page that is no control. */
export function focusOn(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}

function stateText({ state, pair, reason }: Row): string {
  if (state === 'refused' || state === 'failed') return reason
  if (state === 'sent' && pair && originalId(pair) === undefined) {
    return TEXTS.states.sentAltered(originalName(pair))
  }
  return TEXTS.states[state]
}

function notesOf({ state, warnings, pair }: Row): HTMLElement[] {
  const said = state === 'here' ? [] : warnings
  const altered =
    pair && state !== 'ready' ? [TEXTS.alteredFrom(pair.kindName, originalName(pair))] : []
  return [
    ...said.map((text) => make('p', { className: 'warning', textContent: text })),
    ...altered.map((text) => make('p', { className: 'soft', textContent: text })),
  ]
}

function controlsOf(row: Row, actions: RowActions): HTMLElement[] {
  const { state, name, mediaId, warnings, contentType } = row
  const leaveOut = button(TEXTS.leaveOutOf(name), TEXTS.leaveOut, () => actions.leaveOut(row))
  const again = (text: string, label: string) => button(label, text, () => actions.again(row))
  if (state === 'failed') return [again(TEXTS.retry, TEXTS.retryOf(name)), leaveOut]
  if (state === 'here' || state === 'done') {
    const link = make('a', { href: `files/${mediaId}`, textContent: TEXTS.open })
    link.setAttribute('aria-label', TEXTS.openOf(name))
    const anyway = again(TEXTS.sendAnyway, TEXTS.sendAnywayOf(name))
    return state === 'here' ? [anyway, link] : [link]
  }
  if (state !== 'ready') return state === 'sent' ? [] : [leaveOut]
  const isPhoto = contentType.startsWith('image/')
  const isPlain = (isPhoto && warnings.length === 0) || contentType.startsWith('video/')
  return [
    ...(isPlain && row.type !== 'FLOORPLAN' ? [] : [typeMenu(row, actions)]),
    ...(isPhoto
      ? [
          alteredMenu(
            row,
            () => actions.originals(),
            () => actions.changed(row),
          ),
        ]
      : []),
    leaveOut,
  ]
}

function typeMenu(row: Row, actions: RowActions): HTMLSelectElement {
  const menu = make('select', { attr: { 'aria-label': TEXTS.type(row.name) } })
  const options = document.getElementById('types')
  if (options instanceof HTMLTemplateElement) menu.append(options.content.cloneNode(true))
  menu.value = row.type
  menu.addEventListener('change', () => {
    row.type = menu.value
    if (row.type !== 'PHOTO') row.pair = undefined
    actions.changed(row)
  })
  return menu
}
