import { make } from '../../../browser/elements.ts'
import { TEXTS } from '../texts.ts'
import type { Medium, Pair, Row } from './row.ts'

interface Originals {
  rows: readonly Row[]
  media: readonly Medium[]
}

/** The menu in which a picture gets its original. Its options are made when it is opened. */
export function alteredMenu(
  row: Row,
  originals: () => Originals,
  changed: () => void,
): HTMLElement {
  const menu = make('details', { className: 'altered' }, make('summary', {}, TEXTS.altered))
  menu.addEventListener('toggle', () => {
    if (menu.open && menu.children.length === 1) menu.append(fields(row, originals(), changed))
  })
  return menu
}

function fields(row: Row, { rows, media }: Originals, changed: () => void): HTMLElement {
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
  const take = () => {
    const chosen = original.value === '' ? undefined : choices[Number(original.value)]
    const kindName = kind.selectedOptions[0]?.text ?? ''
    const isAltered = chosen !== undefined && 'file' in chosen && chosen.pair !== undefined
    original.setCustomValidity(isAltered ? TEXTS.isAltered : '')
    original.reportValidity()
    row.pair = isAltered
      ? undefined
      : chosen && { original: chosen, kind: kind.value, kindName, note: note.value.trim() }
    changed()
  }
  for (const each of [original, kind, note]) each.addEventListener('change', take)
  return form
}
