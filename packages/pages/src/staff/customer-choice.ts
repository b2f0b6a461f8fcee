import { searchCustomers } from './booking/read.ts'
import type { Choices } from './change-form.ts'
import { read, readList } from './read-record.ts'
import type { Customer } from './records.ts'
import type { Staff } from './staff.ts'

const SHOWN = 50

/** The customers with these ids, plus matches of `q` or else the newest ones. */
export async function customerChoices(
  staff: Staff,
  q: string | null,
  ids: readonly (string | null | undefined)[],
): Promise<Choices> {
  const known = [...new Set(ids)].filter((id) => id != null && id !== '')
  const [found, ...chosen] = await Promise.all([
    q ? searchCustomers(staff, q, SHOWN) : readList<Customer>(staff, `/customers?limit=${SHOWN}`),
    ...known.map((id) => read<Customer>(staff, `/customers/${encodeURIComponent(String(id))}`)),
  ])
  const listed = [...chosen, ...found.data].filter((each) => each !== undefined)
  const all = new Map(listed.map((each) => [each.id, each]))
  return [...all.values()].map(({ id, name, company }) => {
    return [id, [name, company].filter(Boolean).join(', ')] as const
  })
}
