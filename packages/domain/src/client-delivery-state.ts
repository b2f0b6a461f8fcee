/**
 * Where a project that was handed over stands with its client: OPEN until they answer, then APPROVED
 * or REVISION_REQUESTED; SUPERSEDED once the project has been handed over anew.
 */
export const CLIENT_DELIVERY_STATES = [
  'OPEN',
  'APPROVED',
  'REVISION_REQUESTED',
  'SUPERSEDED',
] as const

export type ClientDeliveryState = (typeof CLIENT_DELIVERY_STATES)[number]
