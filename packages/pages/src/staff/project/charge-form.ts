import { MAX_LINE_DESCRIPTION_LENGTH } from '@mediajobs/domain'
import { currencyOf } from '../../currency.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, field, hidden } from '../change-form.ts'
import { ifMay, menu } from '../parts.ts'
import type { View } from './read.ts'
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
  const money = currency
    ? hidden({ 'charge-currency': currency })
    : field({
        name: 'charge-currency',
        label: texts.currency,
        value: sent('currency') ?? currencyOf(staff.organization.locale),
        isRequired: true,
        maxLength: CODE_LENGTH,
        more: { autocapitalize: 'characters' },
      })
  const content = html`${name}
${amount}
${money}
<button>${texts.chargeDraft}</button>`
  const action = `${here}/charge`
  return ifMay(staff, 'createInvoice', () =>
    menu(texts.charge, changeForm({ action, isOnce: true, class: 'narrow', content }), isRefused),
  )
}
