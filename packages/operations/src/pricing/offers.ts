import type { Sql } from '@mediajobs/db'
import { notFound } from '../errors.ts'

/** A choice from the catalogue. */
export interface Selection {
  packageId?: string | null
  selectedAddOnIds?: readonly string[] | null
}

/** A chosen package or add-on. */
export interface ChosenOffer {
  id: string
  name: string
  /** In the currency's minor unit. */
  priceAmount: number
  currency: string
  archived: boolean
}

const COLUMNS = `id, name, price_amount as "priceAmount", currency,
  archived_at is not null as archived`

const CHOSEN = `
  select ${COLUMNS} from packages where organization_id = $1 and id = $2
  union all
  select ${COLUMNS} from add_ons where organization_id = $1 and id = any ($3::uuid[])`

/**
 * The chosen offers, archived or not: the package, then the add-ons in the order of the selection.
 *
 * @throws {OperationError} `not_found` when one of them does not exist.
 */
export async function chosenOffers(
  sql: Sql,
  orgId: string,
  { packageId, selectedAddOnIds }: Selection,
): Promise<ChosenOffer[]> {
  const addOnIds = [...new Set(selectedAddOnIds)]
  const ids = packageId ? [packageId, ...addOnIds] : addOnIds
  if (ids.length === 0) return []
  const rows = await sql.query<ChosenOffer>(CHOSEN, [orgId, packageId ?? null, addOnIds])
  const found = new Map(rows.map((offer) => [offer.id, offer]))
  return ids.map((id) => {
    const offer = found.get(id)
    if (!offer) throw notFound()
    return offer
  })
}
