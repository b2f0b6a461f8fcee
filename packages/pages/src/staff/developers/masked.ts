/** What stands in place of a secret; sent as the value of a header, it means the stored one. docs/contract.md#c16-headers */
export const HIDDEN = '********'

/** Hides the delivery tokens of a payload in texts: also in what a receiver said, which may repeat it. */
export interface Mask {
  /** Whether the payload has a token. */
  hasTokens: boolean
  hide(text: string): string
}

/** @param data of an event */
export function maskOf(data: unknown): Mask {
  const tokens = [...new Set(tokensIn(data))]
  return {
    hasTokens: tokens.length > 0,
    hide: (text) => tokens.reduce((hidden, token) => hidden.replaceAll(token, HIDDEN), text),
  }
}

export const NO_MASK: Mask = { hasTokens: true, hide: (text) => text }

function tokensIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each !== 'string') return tokensIn(each)
    if (name === 'deliveryToken') return [each]
    return name === 'deliveryUrl' ? [each.slice(each.lastIndexOf('/') + 1)] : []
  })
}
