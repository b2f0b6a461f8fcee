import type { components } from './schema.ts'

/** Every schema of the OpenAPI document by its name: `Schemas['Project']`. */
export type Schemas = components['schemas']

export type Project = Schemas['Project']
export type Customer = Schemas['Customer']
export type Media = Schemas['Media']
export type Invoice = Schemas['Invoice']
/** A refused field of a call, with a code for programs. */
export type RefusedField = Schemas['RefusedField']
export type Subscription = Schemas['Subscription']
export type WebhookDelivery = Schemas['WebhookDelivery']
