import { createHash } from 'node:crypto'

/** How a receiver behaves: it is in its path. */
export type Behaviour = 'prompt' | 'slow' | 'failing' | 'hanging' | 'archive'

/** The events of projects, which the load promises. */
const PROJECT_EVENTS = [
  'PROJECT_CREATED',
  'PROJECT_ASSIGNED',
  'PROJECT_STATUS_CHANGED',
  'PROJECT_DELIVERED',
  'DELIVERY_APPROVED',
  'REVISION_REQUESTED',
] as const

const HANGING_ORGANIZATION = 20

/**
 * The receivers of organization `number`, 1 or more: three of five organizations have one, and one of twenty has a
 * second one, which wants only deliveries and approvals. Large organizations are among all kinds.
 */
export function subscriptionsOf(number: number): Behaviour[] {
  const found: Behaviour[] = []
  if (number === HANGING_ORGANIZATION) found.push('hanging')
  else if (number % 25 === 7) found.push('slow')
  else if (number % 20 === 3) found.push('failing')
  else if (number % 5 < 3) found.push('prompt')
  if (number % 20 === 1) found.push('archive')
  return found
}

export function eventsOf(behaviour: Behaviour): readonly string[] {
  return behaviour === 'archive' ? ['PROJECT_DELIVERED', 'DELIVERY_APPROVED'] : PROJECT_EVENTS
}

/** The signing secret of a subscription. Its receiver computes it too. */
export function secretOf(number: number): string {
  return `whsec_${createHash('sha256').update(`fleet ${number}`).digest('base64')}`
}
