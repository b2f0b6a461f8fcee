import { button, make } from '../../../browser/elements.ts'
import type { Format } from '../../../format.ts'
import { TEXTS } from '../texts.ts'
import { type Medium, originalId, originalName, type Pair, type Row } from './row.ts'

/** A row's actions, and its view of other rows. */
interface RowActions {
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
  /** Shows its progress. */
  showProgress(): void
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

  const showProgress = () => {
    progress.value = row.sent / Math.max(file.size, 1)
    if (row.state === 'sending') state.textContent = `${Math.floor((100 * row.sent) / file.size)} %`
  }
  const show = () => {
    element.className = row.state
    state.textContent = stateText(row)
    progress.hidden = row.state !== 'sending'
    notes.replaceChildren(...notesOf(row))
    // Keeps the focused control if still needed.
    const hadFocus = controls.contains(document.activeElement)
    if (!(row.state === 'ready' && controls.childElementCount > 0)) {
      controls.replaceChildren(...controlsOf(row, actions))
    }
    if (hadFocus && !controls.contains(document.activeElement)) focusOn(element)
    showProgress()
  }
  show()
  return { element, show, showProgress }
}

/** Focuses a non-interactive element. */
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
    ...(isPhoto ? [alteredMenu(row, actions)] : []),
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

/** The menu to choose a picture's original, filled when opened. */
function alteredMenu(row: Row, actions: RowActions): HTMLElement {
  const menu = make('details', { className: 'menu altered' }, make('summary', {}, TEXTS.altered))
  menu.addEventListener('toggle', () => {
    if (menu.open && menu.children.length === 1) menu.append(fields(row, actions))
  })
  return menu
}

function fields(row: Row, actions: RowActions): HTMLElement {
  const { rows, media } = actions.originals()
  const template = document.getElementById('altered')
  const form = make('div', {})
  if (!(template instanceof HTMLTemplateElement)) return form
  form.append(template.content.cloneNode(true))
  const original = form.querySelector<HTMLSelectElement>('[name=original]')
  const kind = form.querySelector<HTMLSelectElement>('[name=kind]')
  const note = form.querySelector<HTMLInputElement>('[name=note]')
  if (!original || !kind || !note) return form
  const isOriginal = (other: Row) =>
    other !== row && other.type === 'PHOTO' && other.state !== 'refused' && other.state !== 'here'
  const choices: Pair['original'][] = [
    ...rows.filter(isOriginal),
    ...media.filter(({ type }) => type === 'PHOTO'),
  ]
  original.append(
    ...choices.map((each, value) =>
      make('option', { value: String(value) }, 'file' in each ? each.name : each.filename),
    ),
  )
  const apply = () => {
    const chosen = original.value === '' ? undefined : choices[Number(original.value)]
    const kindName = kind.selectedOptions[0]?.text ?? ''
    const isAltered = chosen !== undefined && 'file' in chosen && chosen.pair !== undefined
    original.setCustomValidity(isAltered ? TEXTS.isAltered : '')
    original.reportValidity()
    row.pair = isAltered
      ? undefined
      : chosen && { original: chosen, kind: kind.value, kindName, note: note.value.trim() }
    actions.changed(row)
  }
  for (const each of [original, kind, note]) each.addEventListener('change', apply)
  return form
}

/** Twice the CSS pixels, for high-density screens. */
const SIDE = 112
/** Larger photos aren't decoded for a thumbnail. */
const DECODED_BYTES = 40_000_000
/** Seconds from the start of a video. */
const FRAME_AT = 0.5
const LOAD_MS = 5_000

let last: Promise<void> = Promise.resolve()

const visible = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue
    visible.unobserve(target)
    const draw = pending.get(target)
    // Sequential, to save memory.
    if (draw) last = last.then(draw).catch(() => {})
  }
})
const pending = new WeakMap<Element, () => Promise<void>>()

/** Draws a photo or a video frame once the canvas is in view. */
function paint(canvas: HTMLCanvasElement, file: File, contentType: string): void {
  canvas.width = canvas.height = SIDE
  pending.set(canvas, async () => {
    if (contentType.startsWith('video/')) return paintFrame(canvas, file)
    if (!/^image\/(jpeg|png|webp)$/.test(contentType) || file.size > DECODED_BYTES) return
    const bitmap = await createImageBitmap(file, { resizeWidth: 2 * SIDE })
    fill(canvas, bitmap, bitmap.width, bitmap.height)
    bitmap.close()
  })
  visible.observe(canvas)
}

async function paintFrame(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = url
    await event(video, 'loadeddata')
    video.currentTime = FRAME_AT
    await event(video, 'seeked')
    fill(canvas, video, video.videoWidth, video.videoHeight)
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

function event(video: HTMLVideoElement, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true })
    video.addEventListener('error', reject, { once: true })
    setTimeout(reject, LOAD_MS)
  })
}

/** Fills the canvas with the center of a picture. */
function fill(canvas: HTMLCanvasElement, source: CanvasImageSource, width: number, height: number) {
  const side = Math.min(width, height)
  const [x, y] = [(width - side) / 2, (height - side) / 2]
  canvas.getContext('2d')?.drawImage(source, x, y, side, side, 0, 0, SIDE, SIDE)
  canvas.classList.add('painted')
}
