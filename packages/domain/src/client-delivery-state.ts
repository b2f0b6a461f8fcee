/**
 * The state of a client delivery: OPEN until the client decides, then APPROVED or REVISION_REQUESTED.
 * SUPERSEDED after the project was delivered again.
 */
export const CLIENT_DELIVERY_STATES = [
  'OPEN',
  'APPROVED',
  'REVISION_REQUESTED',
  'SUPERSEDED',
] as const

export type ClientDeliveryState = (typeof CLIENT_DELIVERY_STATES)[number]
