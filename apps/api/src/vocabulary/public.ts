import { Type } from '@sinclair/typebox'

/** The response of a link to too many calls. */
export const SLOWED = { 429: 'Too many calls from this address or network: `rate_limited`' }

/** The parameters of a path with a token. */
export function tokenParams(description: string) {
  return Type.Object({ token: Type.String({ description }) })
}

export const DeliveryParams = tokenParams('The token of the delivery: a secret')
export const PayParams = tokenParams('The token of the pay link: a secret')

export const PublicIdParams = Type.Object({
  publicId: Type.String({ description: 'The id in the page’s URL' }),
})
