import type { Sql } from '@mediajobs/db'
import { MAX_DURATION_MINUTES } from '@mediajobs/domain'
import { notFound } from '../shared/errors.ts'

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
  durationMinutes: number | null
  archived: boolean
}

const COLUMNS = `id, name, price_amount as "priceAmount", currency,
  duration_minutes as "durationMinutes", archived_at is not null as archived`

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
  selection: Selection,
): Promise<ChosenOffer[]> {
  const ids = idsOf(selection)
  const found = await findOffers(sql, orgId, selection)
  if (found.length < ids.length) throw notFound()
  return found
}

/**
 * Minutes of a shoot of this selection: the sum of its parts, at most the longest shoot. `null` when no part has a
 * length. Unknown offers have none.
 */
export async function minutesOfSelection(
  sql: Sql,
  orgId: string,
  selection: Selection,
): Promise<number | null> {
  return minutesOf(await findOffers(sql, orgId, selection))
}

/** As {@link minutesOfSelection}, of offers that were read. */
export function minutesOf(offers: readonly Pick<ChosenOffer, 'durationMinutes'>[]): number | null {
  const minutes = offers.flatMap(({ durationMinutes }) => durationMinutes ?? [])
  if (minutes.length === 0) return null
  return Math.min(
    minutes.reduce((sum, each) => sum + each, 0),
    MAX_DURATION_MINUTES,
  )
}

/** Those that exist, in the order of the selection. */
async function findOffers(sql: Sql, orgId: string, selection: Selection): Promise<ChosenOffer[]> {
  const ids = idsOf(selection)
  if (ids.length === 0) return []
  const { packageId, selectedAddOnIds } = selection
  const parameters = [orgId, packageId ?? null, selectedAddOnIds ?? []]
  const rows = await sql.query<ChosenOffer>(CHOSEN, parameters)
  const found = new Map(rows.map((offer) => [offer.id, offer]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function idsOf({ packageId, selectedAddOnIds }: Selection): string[] {
  const addOnIds = [...new Set(selectedAddOnIds)]
  return packageId ? [packageId, ...addOnIds] : addOnIds
}
