import type { Schemas } from '@mediajobs/client'

/** The response of `GET /book/{publicId}`. */
export type BookForm = Schemas['BookableForm']
export type Offer = Schemas['BookableOffer']
export type Question = Schemas['OrderQuestion']
export type Quote = Schemas['OrderQuote']
export type Placed = Schemas['PlacedOrder']
