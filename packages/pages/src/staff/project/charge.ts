import { formOf } from '../../forms.ts'
import { badRequest } from '../list.ts'
import { readTagged } from '../read-record.ts'
import { BadText } from '../records/form.ts'
import { amountIn } from '../records/values.ts'
import { groupOf, type Project } from '../records.ts'
import { requireMay } from '../staff.ts'
import { change } from './changes.ts'
import { show } from './page.ts'
import type { Visit } from './read.ts'
import { TEXTS } from './texts.ts'

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
