import type { Schemas } from '@mediajobs/client'
import type { Format } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { initialsOf } from '../initials.ts'
import type { Customer } from '../records.ts'
import type { Staff } from '../staff.ts'
import { TEXTS } from './texts.ts'

type Balance = Schemas['OwedReportRow']

/** What customers owe, for roles that see money. Best effort: `undefined` if it takes too long. */
export async function readBalances(staff: Staff): Promise<readonly Balance[] | undefined> {
  if (!staff.may('getOwedReport')) return undefined
  const url = '/reports/owed'
  const { status, body } = await staff.call<{ data: Balance[] }>({ method: 'GET', url })
  return status === 200 ? body.data : undefined
}

interface Rows {
  /** The address of the list. */
  at: string
  balances: readonly Balance[] | undefined
  format: Format
}

/** The customers, each row a link to its page, with what they owe. */
export function customerRows(customers: readonly Customer[], { at, balances, format }: Rows): Html {
  const amounts = new Map<string | null, string[]>()
  for (const { customerId, balanceAmount, currency } of balances ?? []) {
    const amount = format.money(balanceAmount, currency)
    amounts.set(customerId, [...(amounts.get(customerId) ?? []), amount])
  }
  const owed = (id: string) => {
    const text = amounts.get(id)?.join(' + ')
    return text === undefined
      ? nothing
      : html`<b class="alarm"><span>${TEXTS.owed}</span> ${text}</b>`
  }
  return html`<p class="columns soft" aria-hidden="true"><span>${TEXTS.name}</span><span>${TEXTS.company}</span><span>${TEXTS.email}</span>${balances ? html`<span>${TEXTS.owed}</span>` : nothing}</p>
<ul class="records customers">${customers.map(
    ({ id, name, company, email, phone }) =>
      html`<li><span>${initialsOf({ id, name })}<a href="${at}/${id}" dir="auto">${name}</a></span>
<span dir="auto">${company ?? ''}</span>
<span class="soft"><bdi>${email}</bdi>${phone ? html` · <bdi>${phone}</bdi>` : nothing}</span>
${owed(id)}</li>`,
  )}</ul>
${amounts.has(null) ? html`<p class="soft">${TEXTS.notAll}</p>` : nothing}`
}
