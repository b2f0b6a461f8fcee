import type { Schemas } from '@mediajobs/client'
import { organizationAddress, type Query } from '../own-address.ts'
import type { StaffVisit } from '../serve.ts'

export type BulkImport = Schemas['BulkImport']
export type ImportRow = Schemas['BulkImportRow']

export interface ImportRoute {
  Params: { id: string }
  Querystring: Query
}

/** A request for the page of an import. */
export interface ImportVisit extends StaffVisit<ImportRoute> {
  /** The import, as a path of the API. */
  url: string
  /** The address of the page, from the address of the request. */
  here: string
  /** The address of the list. */
  list: string
  /** Writes a number as the organization does. */
  count: (value: number) => string
}

export function importVisit(visit: StaffVisit<ImportRoute>): ImportVisit {
  const id = encodeURIComponent(visit.request.params.id ?? '')
  const list = `${organizationAddress(visit.request, visit.staff.organization)}/developers/imports`
  const numbers = new Intl.NumberFormat(visit.staff.organization.locale ?? 'en')
  return {
    ...visit,
    url: `/bulk-imports/${id}`,
    here: `${list}/${id}`,
    list,
    count: (value) => numbers.format(value),
  }
}
