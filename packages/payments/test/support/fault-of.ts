import { ProviderError, type ProviderFault } from '../../src/index.ts'

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
