import type { Static } from '@sinclair/typebox'
import type { Discount as DiscountSchema, Offer as OfferSchema } from '../../catalogue/schemas.ts'
import type { Customer as CustomerSchema } from '../../customers/schemas.ts'
import type { Invoice as InvoiceSchema } from '../../invoices/schemas.ts'
import type { Media as MediaSchema } from '../../media/schemas.ts'
import type {
  ProjectDelivery,
  Project as ProjectSchema,
  StatusChange as StatusChangeSchema,
} from '../../projects/schemas.ts'
import type { Revision } from '../../revisions/schemas.ts'
import type { User } from '../../users/schemas.ts'

// The records of the API that pages read.

export type Customer = Static<typeof CustomerSchema>
export type Discount = Static<typeof DiscountSchema>
export type Delivery = Static<typeof ProjectDelivery>
export type Invoice = Static<typeof InvoiceSchema>
export type Media = Static<typeof MediaSchema>
export type Offer = Static<typeof OfferSchema>
export type Person = Static<typeof User>
export type Project = Static<typeof ProjectSchema>
export type Round = Static<typeof Revision>
export type Item = Round['items'][number]
export type StatusChange = Static<typeof StatusChangeSchema>
