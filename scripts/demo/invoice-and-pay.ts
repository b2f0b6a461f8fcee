import type { Service } from './service.ts'

interface Invoice {
  id: string
  number: string | null
  status: string
  totalAmount: number
  currency: string
}

/** Invoices a project by its package, and records that it was paid. */
export async function invoiceAndPay(
  service: Service,
  projectId: string,
  say: (line: string) => void,
): Promise<void> {
  const { id } = await service.call<Invoice>('POST', `/projects/${projectId}/invoice`)
  const { number, totalAmount, currency } = await service.call<Invoice>(
    'POST',
    `/invoices/${id}/send`,
  )
  say(`invoiced    ${number}: ${totalAmount / 100} ${currency}`)
  const { status } = await service.call<Invoice>('POST', `/invoices/${id}/pay`, {
    method: 'CARD',
    reference: 'demo',
  })
  say(`${number} is ${status}`)
}
