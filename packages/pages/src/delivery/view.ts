import type { Schemas } from '@mediajobs/client'
import { MEDIA_TYPES } from '@mediajobs/domain'
import { LANGUAGE, TEXTS } from './texts.ts'

/** The response of `GET /deliveries/{token}`: all data of the page. */
export type View = Schemas['ClientDelivery']
export type Item = View['media'][number]
export type Preview = NonNullable<Item['preview']>
/** A preview with all its pictures. */
export type ReadyPreview = Preview & {
  width: number
  height: number
  thumbUrl: string
  mediumUrl: string
  gridUrl: string
  largeUrl: string
}

export function readyPreview(item: { preview: Preview | null }): ReadyPreview | null {
  return item.preview?.state === 'READY' ? (item.preview as ReadyPreview) : null
}

/** A gallery item, with its number on the page. */
export interface Photo {
  number: number
  item: Item
}

export function photosOf({ media }: Pick<View, 'media'>): Photo[] {
  return media
    .filter(({ type }) => type === 'PHOTO')
    .map((item, index) => ({ number: index + 1, item }))
}

export function filesOf({ media }: Pick<View, 'media'>): Item[] {
  return media.filter(({ type }) => type !== 'PHOTO')
}

/** `12 photos, 2 videos, and 1 floor plan`; empty when there is nothing. */
export function contentsOf(view: Pick<View, 'media'>): string {
  return SENTENCE.format(partsOf(view))
}

/** `12 photos, 2 videos, 1 floor plan`; empty when there is nothing. */
export function countsOf(view: Pick<View, 'media'>): string {
  return partsOf(view).join(', ')
}

function partsOf({ media }: Pick<View, 'media'>): string[] {
  return MEDIA_TYPES.flatMap((type) => {
    const count = media.filter((item) => item.type === type).length
    return count === 0 ? [] : TEXTS.contents(type, count)
  })
}

const SENTENCE = new Intl.ListFormat(LANGUAGE)

export interface Params {
  token: string
}
