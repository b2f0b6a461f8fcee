import { alterationName } from '../../alterations.ts'
import type { Form } from '../../forms.ts'
import { attributes, type Html, html, nothing } from '../../html.ts'
import { MEDIA_TYPE_NAMES } from '../../names.ts'
import { picture } from '../project/files.ts'
import type { RecordField } from '../records/form.ts'
import type { Media } from '../records.ts'
import { TEXTS } from './texts.ts'

const SHOWN = ['PHOTO', 'VIDEO', 'FLOORPLAN']
const SIZES = '140px'
/** Stands for an empty selection. */
const NONE = '-'

/** What a website can show. */
export function isShown({ type, replacedByMediaId }: Media): boolean {
  return SHOWN.includes(type) && replacedByMediaId === null
}

/** The chosen files in order. Empty text: everything in the newest delivery. */
export function mediaField(media: readonly Media[]): RecordField {
  return {
    name: 'mediaIds',
    label: TEXTS.media,
    toText: (value) => (Array.isArray(value) ? value.join(',') || NONE : ''),
    toValue: (text) => (text === NONE ? [] : text.split(',')),
    inWords: (text) => (text === NONE ? TEXTS.noFiles : TEXTS.files(text.split(',').length)),
    read: chosenIn,
    draw: (text, problem) => control(media, text, problem),
  }
}

/** Sorted by position. The browser module keeps positions in step with the tiles. */
function chosenIn(form: Form): string {
  if (form.text('allMedia') !== undefined) return ''
  const placeOf = (id: string) => Number(form.text(`place-${id}`)) || 0
  const ids = form.texts('mediaIds')
  return ids.toSorted((a, b) => placeOf(a) - placeOf(b)).join(',') || NONE
}

function control(media: readonly Media[], text: string, problem: string | undefined): Html {
  const label = html`<label class="box"><input type="checkbox" name="allMedia" value="yes"${attributes({ checked: text === '' })}><span>${TEXTS.allMedia}</span></label>`
  if (media.length === 0)
    return html`<div class="field">${label}<p class="soft">${TEXTS.noMedia}</p></div>`
  const chosen = text === '' || text === NONE ? [] : text.split(',')
  const byId = new Map(media.map((each) => [each.id, each]))
  const first = chosen.flatMap((id) => byId.get(id) ?? [])
  const rest = media.filter(({ id }) => !chosen.includes(id))
  const isChosen = (id: string) => text === '' || chosen.includes(id)
  return html`<fieldset class="field"><legend class="hidden">${TEXTS.media}</legend>${label}${problem ? html`<span class="alarm">${problem}</span>` : nothing}
<p class="soft chosen">${TEXTS.mediaHint}</p>
<p role="status" id="media-said" class="hidden"></p>
<ol class="tiles chosen" id="tiles">${[...first, ...rest].map((each, at) => tile(each, at + 1, isChosen(each.id)))}</ol></fieldset>`
}

/** What kind of file it is, unless a plain photo, since names rarely tell. */
function kindOf({ type, alteredFromMediaId, alteration }: Media): Html {
  if (type !== 'PHOTO') return html`<span class="mark">${MEDIA_TYPE_NAMES[type]}</span> `
  if (alteredFromMediaId === null) return nothing
  return html`<span class="mark">${alterationName(alteration?.kind)}</span> `
}

function tile(each: Media, place: number, isChosen: boolean): Html {
  const { id, filename } = each
  return html`<li><label><span class="frame">${picture(each, SIZES)}</span><input type="checkbox" name="mediaIds" value="${id}"${attributes({ checked: isChosen })}>${kindOf(each)}<bdi>${filename}</bdi></label><input type="number" name="place-${id}" value="${place}" min="1" aria-label="${TEXTS.place(filename)}"></li>`
}
