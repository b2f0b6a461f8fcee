// Large events for receivers that hang. docs/contract.md#c10-payload-bytes
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_HOST_CONNECTIONS, MAX_SUBSCRIPTIONS } from '@mediajobs/domain'
import { type Attack, type HostileRequest, made, stepsAttack } from './attack.ts'
import { book } from './bodies.ts'
import { publishLargeEvents } from './old-records.ts'
import type { Stage } from './stage.ts'

const LARGE_BOOKINGS = 10
const OLD_EVENTS = 10
const SAMPLE_MS = 100

export const webhookAttacks: Attack[] = [
  stepsAttack('large events for fifty hanging receivers', async (stage, expect) => {
    const { organizationId, key } = await stage.service.createOrg()
    const receiver = await stage.hangingReceiver()
    for (let n = 0; n < MAX_SUBSCRIPTIONS; n += 1) {
      await expect(subscribe(`subscription ${n}`, key, `${receiver.url}/${n}`, made))
    }
    await expect(subscribe('one above', key, `${receiver.url}/more`, { statuses: [409] }))
    for (let n = 0; n < LARGE_BOOKINGS; n += 1) {
      // Records above the limit now get a 400.
      await expect(largeBooking(stage, key, 95, 10_000, { statuses: [400] }))
      await expect(largeBooking(stage, key, 15, 2_000, made))
    }
    await publishLargeEvents(stage.store, organizationId, OLD_EVENTS)
    let most = 0
    for (const untilMs = Date.now() + (stage.isFull ? 30_000 : 3_000); Date.now() < untilMs; ) {
      most = Math.max(most, receiver.openConnections)
      await pause(SAMPLE_MS)
    }
    if (most > MAX_HOST_CONNECTIONS) throw new Error(`${most} connections to one host`)
    if (most === 0) throw new Error('no webhook was tried')
  }),
]

function subscribe(
  name: string,
  key: string,
  url: string,
  expected: HostileRequest['expected'],
): HostileRequest {
  return {
    name,
    method: 'POST',
    path: '/webhooks/subscriptions',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: () => JSON.stringify({ url, events: ['PROJECT_CREATED'] }),
    expected,
  }
}

function largeBooking(
  stage: Stage,
  key: string,
  count: number,
  length: number,
  expected: HostileRequest['expected'],
): HostileRequest {
  const bookingAnswers = Array(count).fill({ question: 'q', answer: 'x'.repeat(length) })
  const body = { scheduledTime: '2026-12-01T10:00:00Z', bookingAnswers }
  const name = `${count} answers of ${length} characters`
  return book(stage, name, () => JSON.stringify(body), expected, { 'x-api-key': key })
}
