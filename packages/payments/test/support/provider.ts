import { randomUUID } from 'node:crypto'
import { type CheckoutInput, ProviderError, type ProviderFault } from '../../src/index.ts'

export function checkout(over: Partial<CheckoutInput> = {}): CheckoutInput {
  return {
    paymentId: randomUUID(),
    paymentAmount: 45_000,
    tipAmount: 0,
    currency: 'USD',
    description: 'Invoice INV-000007',
    paidUrl: 'https://jobs.example.com/pay/x?back=INV-000007',
    returnUrl: 'https://jobs.example.com/pay/x',
    createdAt: new Date().toISOString(),
    lifetimeSeconds: 1_800,
    ...over,
  }
}

/** How a call fails. @throws anything but a {@link ProviderError} */
export async function faultOf(call: Promise<unknown>): Promise<ProviderFault> {
  return (await errorOf(call)).fault
}

export async function errorOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => new Error('it succeeded'),
    (reason) => reason,
  )
  if (error instanceof ProviderError) return error
  throw error
}
