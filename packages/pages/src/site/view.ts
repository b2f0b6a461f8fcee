import type { Schemas } from '@mediajobs/client'
import type { Language } from '@mediajobs/domain'
import type { ReadyPreview } from '../delivery/view.ts'
import { type Format, placeOf, streetOf } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import type { SiteTexts } from './texts.ts'

/** The response of `GET /sites/{publicId}`: all data of the branded page. */
export type Site = Schemas['Site']
/** The response of `GET /tours/{publicId}`: all data of the unbranded page. */
export type Tour = Schemas['Tour']

/** What both pages show. */
export type Property = Site | Tour
export type Item = Property['photos'][number]
export type VirtualTour = Property['tours'][number]

/** Inputs of both pages. */
export interface View {
  property: Property
  /** The branded page's data; `null` on the unbranded page. */
  site: Site | null
  /** The page's URL, relative to the current one. */
  here: string
  /** The open tour, from 1; 0 if none. */
  tour: number
  /** Whether the visitor's message was sent. */
  isSent: boolean
  /** A preview for staff, not interactive. */
  isPreview: boolean
  language: Language
  texts: SiteTexts
  format: Format
}

/** A photo with its number on the page. */
export interface Photo {
  number: number
  item: Item
  preview: ReadyPreview
}

/** The photos. The API leaves out those without derivatives. */
export function photosOf({ photos }: Property): Photo[] {
  return photos.flatMap((item, at) => {
    const preview = previewOf(item)
    return preview ? { number: at + 1, item, preview } : []
  })
}

/** A picture's sizes, for the grid and the viewer. */
export function previewOf(item: Item): ReadyPreview | null {
  const { width, height, colour, thumbUrl, mediumUrl, gridUrl, largeUrl } = item
  if (width === null || height === null) return null
  if (thumbUrl === null || mediumUrl === null || gridUrl === null || largeUrl === null) return null
  const urls = { thumbUrl, mediumUrl, gridUrl, largeUrl, mlsUrl: null }
  return { state: 'READY', reason: null, width, height, colour, ...urls }
}

const OWN_PATH = /^\/tours\//

/** The unbranded page's files by relative URLs, since a proxy may prefix the path. */
export function withOwnUrls(tour: Tour): Tour {
  const own = (url: string) => url.replace(OWN_PATH, '')
  const orNull = (url: string | null) => url && own(url)
  const items = (all: Item[]) =>
    all.map((item) => ({
      ...item,
      url: own(item.url),
      thumbUrl: orNull(item.thumbUrl),
      mediumUrl: orNull(item.mediumUrl),
      gridUrl: orNull(item.gridUrl),
      largeUrl: orNull(item.largeUrl),
    }))
  const { photos, videos, floorPlans } = tour
  return { ...tour, photos: items(photos), videos: items(videos), floorPlans: items(floorPlans) }
}

/** The page's title: headline or street. */
export function titleOf({ property, texts }: Pick<View, 'property' | 'texts'>): string {
  return property.headline || streetOf(property.address) || texts.untitled
}

/** `859 Orange Grove Blvd, Altadena, CA 91001`, minus what the title already says. May be empty. */
export function placeBelow({ headline, address }: Property): string {
  return [headline ? streetOf(address) : '', placeOf(address)].filter(Boolean).join(', ')
}

/** `4 beds · 2.5 baths · 1,850 sq ft`. May be empty. */
export function inShort({ property: { facts, sizeUnit }, texts, format }: View): string {
  const { bedrooms, bathrooms, propertySize } = facts
  return [
    bedrooms !== null && texts.beds(bedrooms, format.number(bedrooms)),
    bathrooms !== null && texts.baths(bathrooms, format.number(bathrooms)),
    propertySize !== null && format.size(propertySize, sizeUnit),
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** `$895,000`, without zero cents. */
export function priceOf({ property: { facts }, format }: View): string | null {
  const { priceAmount, currency } = facts
  return priceAmount === null || currency === null ? null : format.price(priceAmount, currency)
}

/** Makes the parts of a preview inert. */
export function inertIn({ isPreview }: View): Html {
  return isPreview ? html` inert` : nothing
}
