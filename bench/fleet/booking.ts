import { randomUUID } from 'node:crypto'
import type { Call } from './caller.ts'
import type { Organization } from './population.ts'

/** A booking with a key of the organization. Repeats of one call have one idempotency key. */
export function bookingOf(from: Organization, kind: string): Call {
  const key = from.keys[Math.floor(Math.random() * from.keys.length)] ?? ''
  return {
    kind,
    from,
    method: 'POST',
    path: '/projects/create',
    headers: { 'x-api-key': key, 'idempotency-key': randomUUID() },
    body: {
      scheduledTime: new Date(Date.now() + 86_400_000).toISOString(),
      addressLine1: `${1 + Math.floor(Math.random() * 9_999)} Harbour Street`,
      city: 'Springfield',
      region: 'OR',
      postalCode: '97403',
      countryCode: 'US',
      customerId: from.customerId,
      mediaTypes: ['PHOTO'],
      estimatedDuration: 90,
      notes: 'Lockbox at the side door',
    },
  }
}
