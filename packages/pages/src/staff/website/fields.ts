import type { Schemas } from '@mediajobs/client'
import {
  MAX_EMAIL_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_LOGO_URL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_TOUR_URL_LENGTH,
  MAX_WEBSITE_CONTACTS,
  MAX_WEBSITE_DESCRIPTION_LENGTH,
  MAX_WEBSITE_TOURS,
  TOUR_KINDS,
} from '@mediajobs/domain'
import { alterationName } from '../../alterations.ts'
import { SIZE_UNIT_SIGNS } from '../../format.ts'
import type { Form } from '../../forms.ts'
import { attributes, type Html, html, nothing } from '../../html.ts'
import { MEDIA_TYPE_NAMES } from '../../names.ts'
import { picture } from '../project/files.ts'
import {
  changedBelow,
  joinRows,
  type RecordField,
  rowsInWords,
  splitRows,
} from '../records/form.ts'
import {
  amountField,
  checkField,
  currencyField,
  decimalField,
  timeField,
  wholeField,
} from '../records/values.ts'
import type { Media } from '../records.ts'
import type { Staff } from '../staff.ts'
import { TEXTS } from './texts.ts'

export type Website = Schemas['Website']
/** The editable part: the body of a PUT. */
export type WebsiteBody = Pick<Website, keyof Schemas['WebsiteBody']>

type Contact = Website['contacts'][number]
type Tour = Website['tours'][number]

/** The form's fieldsets. */
export interface Groups {
  words: readonly RecordField[]
  facts: readonly RecordField[]
  media: readonly RecordField[]
  tours: readonly RecordField[]
  contacts: readonly RecordField[]
  visitors: readonly RecordField[]
}

/** @param media the files to choose from, in the project's order */
export function groupsOf({ organization }: Staff, media: readonly Media[]): Groups {
  const unit = SIZE_UNIT_SIGNS[organization.sizeUnit]
  return {
    words: [
      {
        name: 'headline',
        label: TEXTS.headline,
        hint: TEXTS.headlineHint,
        maxLength: MAX_NAME_LENGTH,
      },
      {
        name: 'description',
        label: TEXTS.description,
        rows: 6,
        maxLength: MAX_WEBSITE_DESCRIPTION_LENGTH,
      },
    ],
    facts: [
      amountField(fact('priceAmount', TEXTS.price), 'facts.currency'),
      currencyField(fact('currency', TEXTS.currency)),
      wholeField(fact('bedrooms', TEXTS.bedrooms)),
      decimalField(fact('bathrooms', TEXTS.bathrooms), TEXTS.badNumber),
      wholeField(fact('propertySize', TEXTS.propertySize(unit))),
      wholeField(fact('lotSize', TEXTS.lotSize(unit))),
      wholeField(fact('yearBuilt', TEXTS.yearBuilt)),
      { ...fact('mlsNumber', TEXTS.mlsNumber), maxLength: MAX_LABEL_LENGTH },
    ],
    media: [mediaField(media)],
    tours: [toursField()],
    contacts: [contactsField()],
    visitors: [
      checkField('leadForm', TEXTS.leadForm),
      timeField(
        { name: 'expiresAt', label: TEXTS.expiresAt, hint: TEXTS.expiresHint },
        organization.timeZone ?? 'UTC',
      ),
    ],
  }
}

export function fieldsOf(groups: Groups): RecordField[] {
  return Object.values(groups).flat()
}

const FACT = 'facts.'

/** Turns flat fields into a website: the facts are one object. */
export function bodyOf(before: WebsiteBody, changed: Readonly<Record<string, unknown>>) {
  const { headline, description, facts, contacts, mediaIds, tours, leadForm, expiresAt } = before
  const body = { headline, description, contacts, mediaIds, tours, leadForm, expiresAt }
  const others = Object.entries(changed).filter(([name]) => !name.startsWith(FACT))
  return {
    ...body,
    ...Object.fromEntries(others),
    facts: { ...facts, ...changedBelow(FACT, changed) },
  } as WebsiteBody
}

function fact(name: keyof Website['facts'], label: string) {
  return { name: FACT + name, label }
}

function toursField(): RecordField {
  const url = { maxLength: MAX_TOUR_URL_LENGTH }
  return {
    name: 'tours',
    label: TEXTS.tours,
    hint: TEXTS.toursHint,
    kind: 'rows',
    maxRows: MAX_WEBSITE_TOURS,
    emptyValue: [],
    columns: [
      {
        name: 'kind',
        label: TEXTS.kind,
        // The first option is empty, so an untouched row stays empty.
        choices: TOUR_KINDS.map((kind, at) => [at === 0 ? '' : kind, TEXTS.kinds[kind]]),
      },
      { name: 'url', label: TEXTS.url, ...url },
      { name: 'unbrandedUrl', label: TEXTS.unbrandedUrl, ...url },
    ],
    toText: (value) => joinRows((value as Tour[]).map(cellsOfTour)),
    toValue: (text) =>
      splitRows(text).flatMap(([kind = '', tourUrl = '', unbrandedUrl = '']) =>
        // A kind without a URL removes the tour.
        tourUrl || unbrandedUrl
          ? { kind: kind || TOUR_KINDS[0], url: tourUrl, unbrandedUrl: unbrandedUrl || null }
          : [],
      ),
    inWords: wordsOf,
  }
}

function cellsOfTour({ kind, url, unbrandedUrl }: Tour): string[] {
  return [kind === TOUR_KINDS[0] ? '' : kind, url, unbrandedUrl ?? '']
}

const CONTACT_CELLS = {
  name: MAX_NAME_LENGTH,
  title: MAX_NAME_LENGTH,
  phone: MAX_PHONE_LENGTH,
  email: MAX_EMAIL_LENGTH,
  licence: MAX_LABEL_LENGTH,
  photoUrl: MAX_LOGO_URL_LENGTH,
} as const satisfies Record<keyof Contact, number>
const CONTACT_NAMES = Object.keys(CONTACT_CELLS) as (keyof Contact)[]

function contactsField(): RecordField {
  return {
    name: 'contacts',
    label: TEXTS.contacts,
    hint: TEXTS.contactsHint,
    kind: 'rows',
    maxRows: MAX_WEBSITE_CONTACTS,
    emptyValue: [],
    columns: CONTACT_NAMES.map((name) => ({
      name,
      label: TEXTS.contact[name],
      maxLength: CONTACT_CELLS[name],
    })),
    toText: (value) =>
      joinRows((value as Contact[]).map((each) => CONTACT_NAMES.map((name) => each[name] ?? ''))),
    toValue: (text) =>
      splitRows(text).map((cells) =>
        Object.fromEntries(
          CONTACT_NAMES.map((name, at) => [name, cells[at] || (name === 'name' ? '' : null)]),
        ),
      ),
    inWords: wordsOf,
  }
}

function wordsOf(text: string): string {
  return rowsInWords(text, '\n')
}

const SHOWN = ['PHOTO', 'VIDEO', 'FLOORPLAN']
const SIZES = '140px'
/** Stands for an empty selection. */
const NONE = '-'

/** Whether a website can show a file. */
export function isShown({ type, replacedByMediaId }: Media): boolean {
  return SHOWN.includes(type) && replacedByMediaId === null
}

/** The chosen files in order. Empty text: everything in the newest delivery. */
function mediaField(media: readonly Media[]): RecordField {
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
  const chosen = new Set(text === '' || text === NONE ? [] : text.split(','))
  const byId = new Map(media.map((each) => [each.id, each]))
  const first = [...chosen].flatMap((id) => byId.get(id) ?? [])
  const rest = media.filter(({ id }) => !chosen.has(id))
  const isChosen = (id: string) => text === '' || chosen.has(id)
  return html`<fieldset class="field"><legend class="hidden">${TEXTS.media}</legend>${label}${problem ? html`<span class="alarm">${problem}</span>` : nothing}
<p class="soft chosen">${TEXTS.mediaHint}</p>
<p role="status" id="media-said" class="hidden"></p>
<ol class="tiles chosen" id="tiles">${[...first, ...rest].map((each, at) => tile(each, at + 1, isChosen(each.id)))}</ol></fieldset>`
}

/** The file's kind, unless it's a plain photo: names rarely tell. */
function kindOf({ type, alteredFromMediaId, alteration }: Media): Html {
  if (type !== 'PHOTO') return html`<span class="mark">${MEDIA_TYPE_NAMES[type]}</span> `
  if (alteredFromMediaId === null) return nothing
  return html`<span class="mark">${alterationName(alteration?.kind)}</span> `
}

function tile(each: Media, place: number, isChosen: boolean): Html {
  const { id, filename } = each
  return html`<li><label><span class="frame">${picture(each, SIZES)}</span><input type="checkbox" name="mediaIds" value="${id}"${attributes({ checked: isChosen })}>${kindOf(each)}<bdi>${filename}</bdi></label><input type="number" name="place-${id}" value="${place}" min="1" aria-label="${TEXTS.place(filename)}"></li>`
}
