import type { components } from './schema.ts'

/** The schemas of the OpenAPI document by name: `Schemas['Project']`. */
export type Schemas = components['schemas']

export type Project = Schemas['Project']
export type Customer = Schemas['Customer']
export type Media = Schemas['Media']
export type Invoice = Schemas['Invoice']
export type RefusedField = Schemas['RefusedField']
export type Subscription = Schemas['Subscription']
export type WebhookDelivery = Schemas['WebhookDelivery']
