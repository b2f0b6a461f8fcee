import type { Schemas } from '@mediajobs/client'
import { type Language, termsAtSize } from '@mediajobs/domain'
import type { Format } from '../format.ts'
import type { Html } from '../html.ts'
import type { Draft } from './draft.ts'
import type { BookTexts } from './texts.ts'

/** The response of `GET /book/{publicId}`, or of its `/portal` twin. */
export type BookForm = Omit<Schemas['BookableForm'], 'packages' | 'addOns'> & {
  packages: Offer[]
  addOns: Offer[]
}
export type Offer = Schemas['BookableOffer'] &
  Partial<Pick<Schemas['PortalBookableOffer'], 'groupPriceAmount'>>

/** A signed-in customer and their group's terms. */
export interface Member extends Pick<Schemas['PortalBookableForm'], 'customer' | 'group'> {
  /** The session's token. */
  token: string
  /** The customer portal. */
  myUrl: string
}

/** Value of `as` for a signed-in visitor who books as a guest. */
export const GUEST = 'guest'

export type Question = Schemas['OrderQuestion']
export type Quote = Schemas['OrderQuote']
export type Placed = Schemas['PlacedOrder']

/** In order. */
const STEPS = ['property', 'offers', 'time', 'details'] as const
export type Step = (typeof STEPS)[number]

/** The steps of a form; without scheduling there is no `time`. */
export function stepsOf({ scheduling }: Pick<BookForm, 'scheduling'>): readonly Step[] {
  return scheduling === 'NONE' ? STEPS.filter((step) => step !== 'time') : STEPS
}

export function isStep(text: string | undefined): text is Step {
  return (STEPS as readonly (string | undefined)[]).includes(text)
}

/** Problems by field name. */
export type Problems = ReadonlyMap<string, string>

/** The data of a step. */
export interface View {
  form: BookForm
  /** Undefined for a guest. */
  member: Member | undefined
  /** Whether the visitor is signed in, but books as a guest. */
  isGuestByChoice: boolean
  draft: Draft
  step: Step
  texts: BookTexts
  language: Language
  format: Format
  /** The form's URL. */
  action: string
  /** Undefined until a package is chosen. */
  quote: Quote | undefined
  /** The free times of the step `time`; undefined, with a notice, if they couldn't be read. */
  slots: readonly string[] | undefined
  /** The first day to show. Undefined: the chosen day, or the first one. */
  from: string | undefined
  problems: Problems
  notice: string | undefined
  /** The organization's color. */
  css?: Html
}

/** An offer's price at a size; `undefined` if it has none. */
export function priceOf(offer: Offer, size: number | null): number | undefined {
  const known = size === null || Number.isNaN(size) ? null : size
  return offer.groupPriceAmount ?? termsAtSize(offer, known)?.priceAmount
}

/** `2 h`, `90 min` */
export function lengthText({ texts, format }: Pick<View, 'texts' | 'format'>, minutes: number) {
  return minutes % 60 === 0 ? texts.hours(String(minutes / 60)) : format.minutesShort(minutes)
}
