import type { Schemas } from '@mediajobs/client'

// The records of the API that pages read.

export type Customer = Schemas['Customer']
export type Discount = Schemas['Discount']
export type Delivery = Schemas['ProjectDelivery']
export type Invoice = Schemas['Invoice']
export type Media = Schemas['Media']
export type Offer = Schemas['Offer']
export type Person = Schemas['User']
export type Project = Schemas['Project']
export type Round = Schemas['Revision']
export type Item = Round['items'][number]
export type StatusChange = Schemas['StatusChange']
