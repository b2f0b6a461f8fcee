import { organizationAddress, type Query } from '../own-address.ts'
import { nothingHere } from '../read-record.ts'
import type { StaffVisit } from '../serve.ts'
import { KINDS, type Kind } from './kinds.ts'

export interface CatalogueRoute {
  Params: { kind: string; id: string }
  Querystring: Query
}

/** A request for a part of the catalogue. */
export interface CatalogueVisit extends StaffVisit<CatalogueRoute> {
  kind: Kind
  fields: ReturnType<Kind['fieldsIn']>
  /** The list, and the record of the address, as paths of the API. */
  listUrl: string
  url: string
  /** The addresses of the catalogue, of the list and of the record. */
  catalogue: string
  list: string
  here: string
}

export function catalogueVisit(visit: StaffVisit<CatalogueRoute>): CatalogueVisit {
  const { request, staff } = visit
  const kind = KINDS.find(({ name }) => name === request.params.kind)
  if (!kind) throw nothingHere()
  const id = encodeURIComponent(request.params.id ?? '')
  const catalogue = `${organizationAddress(request, staff.organization)}/catalogue`
  const [listUrl, list] = [`/${kind.name}`, `${catalogue}/${kind.name}`]
  const fields = kind.fieldsIn(staff.organization.timeZone ?? 'UTC')
  return {
    ...visit,
    kind,
    fields,
    listUrl,
    url: `${listUrl}/${id}`,
    catalogue,
    list,
    here: `${list}/${id}`,
  }
}
