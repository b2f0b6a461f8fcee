import { MAX_LINE_DESCRIPTION_LENGTH } from '@mediajobs/domain'
import { currencyOf } from '../../currency.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import { badRequest } from '../list.ts'
import { ifMay, menu } from '../parts.ts'
import { readTagged } from '../read-record.ts'
import { BadText } from '../records/form.ts'
import { amountIn } from '../records/values.ts'
import { groupOf, type Project } from '../records.ts'
import { requireMay } from '../staff.ts'
import { change } from './changes.ts'
import { show } from './page.ts'
import type { View, Visit } from './read.ts'
import { TEXTS } from './texts.ts'

const CODE_LENGTH = 3

/**
 * A form for what the catalog has no offer for: an agreed price, a difference, parking.
 *
 * @param currency of the job's other invoices; the person chooses if there are none
 * @param problem of the refused form
 */
export function chargeForm(view: View, currency: string | undefined, problem?: string): Html {
  const { staff, here, request, project } = view
  if (project.customerId === null) return nothing
  const texts = TEXTS.invoice
  const form = formOf(request)
  const sent = (name: string) => form.text(`charge-${name}`)
  const isRefused = sent('amount') !== undefined
  const isUnnamed = isRefused && !sent('for')?.trim()
  const isBadAmount = isRefused && !isUnnamed
  const name = field({
    name: 'charge-for',
    label: texts.chargeFor,
    value: sent('for'),
    problem: isUnnamed ? problem : undefined,
    isRequired: true,
    maxLength: MAX_LINE_DESCRIPTION_LENGTH,
    more: { autofocus: isUnnamed },
  })
  const amount = field({
    name: 'charge-amount',
    label: currency ? texts.payAmount(currency) : texts.amount,
    value: sent('amount'),
    problem: isBadAmount ? problem : undefined,
    isRequired: true,
    more: { inputmode: 'decimal', autofocus: isBadAmount },
  })
  const chosen = field({
    name: 'charge-currency',
    label: texts.currency,
    value: sent('currency') ?? currencyOf(staff.organization.locale),
    isRequired: true,
    maxLength: CODE_LENGTH,
    more: { autocapitalize: 'characters' },
  })
  const content = html`${name}
${amount}
${currency ? hidden({ 'charge-currency': currency }) : chosen}
<button>${texts.chargeDraft}</button>`
  const action = `${here}/charge`
  return ifMay(staff, 'createInvoice', () =>
    menu(texts.charge, changeForm({ action, isOnce: true, class: 'narrow', content }), isRefused),
  )
}

/** Drafts an invoice of one line, to whoever pays for the job. */
export async function charge(visit: Visit) {
  const { staff, id, url, request } = visit
  requireMay(staff, 'createInvoice')
  const form = formOf(request)
  const currency = (form.text('charge-currency') ?? '').toUpperCase()
  const description = form.text('charge-for')?.trim()
  const refuse = (text: string) => badRequest(visit, text, (notice) => show(visit, notice))
  if (!description) return refuse(TEXTS.invoice.chargeForNothing)
  let unitAmount: number
  try {
    unitAmount = amountIn(form.text('charge-amount') ?? '', currency)
  } catch (error) {
    if (!(error instanceof BadText)) throw error
    return refuse(error.message)
  }
  const { body: project } = await readTagged<Project>(staff, url)
  const { customerId } = project
  const group = customerId === null ? undefined : await groupOf(staff, customerId)
  const payer = group?.billing === 'GROUP' ? group.billingCustomerId : null
  const { taxBasisPoints } = staff.organization
  return change(visit, {
    call: {
      method: 'POST',
      url: '/invoices',
      payload: {
        customerId: payer ?? customerId,
        projectId: id,
        currency,
        lineItems: [{ description, quantity: 1, unitAmount, taxBasisPoints }],
      },
    },
    done: 'drafted',
    section: 'invoice',
  })
}
