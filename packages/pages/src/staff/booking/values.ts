import type { FastifyRequest } from 'fastify'
import { formOf } from '../../forms.ts'
import { WRITTEN_NAMES } from '../written-fields.ts'

/** The fields of the form with one value each. */
const FIELDS = [
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'countryCode',
  'when',
  'minutes',
  'filled-minutes',
  'q',
  'customer',
  'name',
  'email',
  'phone',
  'company',
  'packageId',
  'discountCode',
  'technicianId',
  ...WRITTEN_NAMES,
] as const

export type FieldName = (typeof FIELDS)[number]

/** What a person wrote into the form of a booking. Texts are trimmed, and empty where nothing was written. */
export type Values = Record<FieldName, string> & { addOnIds: readonly string[] }

/** The `customer` of a form that makes one. */
export const NEW_CUSTOMER = 'new'

/** Of a form; without one, of the address, so that other pages can lead to a form that is filled in. */
export function valuesOf(request: FastifyRequest<{ Querystring: object }>): Values {
  const isForm = request.method === 'POST'
  const query = new URLSearchParams(request.url.split('?')[1])
  const form = formOf(request)
  const text = (name: string) => (isForm ? form.text(name) : query.get(name))?.trim() ?? ''
  const fields = FIELDS.map((name) => [name, text(name)])
  const addOnIds = isForm ? form.texts('addOnIds') : query.getAll('addOnIds')
  const values = Object.fromEntries(fields) as Record<FieldName, string>
  // The form's own proposal is no choice of the person: the length follows the package.
  const minutes = values.minutes === values['filled-minutes'] ? '' : values.minutes
  return { ...values, minutes, addOnIds }
}

/** What a quote and a booking have in common. */
export function selectionOf({ packageId, addOnIds, discountCode }: Values) {
  return {
    packageId: packageId || null,
    selectedAddOnIds: addOnIds.length > 0 ? addOnIds : null,
    discountCode: discountCode || null,
  }
}

/** Whether there is anything to quote. */
export function hasSelection({ packageId, addOnIds }: Values): boolean {
  return packageId !== '' || addOnIds.length > 0
}
