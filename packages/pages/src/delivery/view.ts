import type { Schemas } from '@mediajobs/client'
import { type Language, MEDIA_TYPES } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callApi } from '../call-api.ts'
import { chooseLanguage, type Readers } from '../choose-language.ts'
import type { Format } from '../format.ts'
import type { Html } from '../html.ts'
import type { DeliveryTexts } from './texts.ts'

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

/** A locked delivery's files are in `lockedMedia`, and `media` is empty. */
type Counted = Pick<View, 'media'> & Partial<Pick<View, 'lockedMedia'>>

/** `12 photos, 2 videos, and 1 floor plan`; empty without files. */
export function contentsOf(view: Counted, texts: DeliveryTexts): string {
  return texts.all(partsOf(view, texts))
}

/** `12 photos, 2 videos, 1 floor plan`; empty without files. */
export function countsOf(view: Counted, texts: DeliveryTexts): string {
  return partsOf(view, texts).join(', ')
}

function partsOf({ media, lockedMedia = [] }: Counted, texts: DeliveryTexts): string[] {
  return MEDIA_TYPES.flatMap((type) => {
    const count = [...media, ...lockedMedia].filter((item) => item.type === type).length
    return count === 0 ? [] : texts.contents(type, count)
  })
}

/** The context of every delivery page. */
export interface Context {
  token: string
  language: Language
  title: string
  /** The organization's color. */
  css: Html
  format: Format
}

export interface Params {
  token: string
}

/** The delivery's path in the API. */
export function deliveryPath({ params }: FastifyRequest): string {
  return `/deliveries/${encodeURIComponent((params as Params).token)}`
}

export function readersOf({ customerLanguage, organization }: View): Readers {
  return { customerLanguage, organizationLocale: organization.locale }
}

/** The language of a page that doesn't show its delivery. @param refused the status of a refused call */
export async function deliveryLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: number,
): Promise<Language> {
  if (refused === 404 || refused === 429) return chooseLanguage(request, reply)
  const { status, body } = await callApi<View>(request, {
    method: 'GET',
    url: deliveryPath(request),
  })
  return chooseLanguage(request, reply, status === 200 ? readersOf(body) : {})
}
