import t from 'tap'
import type { Arrival } from '../bench/fleet/arrivals.ts'
import { Books } from '../bench/fleet/books.ts'
import { compareWebhooks } from '../bench/fleet/compare-webhooks.ts'
import type { Subscription } from '../bench/fleet/population.ts'

// `pnpm bench fleet` is only worth its hour if its books show what went wrong.

const PROJECT = '0190b6a0-0000-7000-8000-000000000001'
const subscription: Subscription = {
  number: 1,
  organizationId: 'studio',
  behaviour: 'prompt',
  events: ['PROJECT_CREATED', 'PROJECT_STATUS_CHANGED'],
}

const created = arrival('a', 'PROJECT_CREATED', '', 1_000)
const moved = arrival('b', 'PROJECT_STATUS_CHANGED', 'BOOKED', 2_000)

t.test('a day in which every promised webhook came once is without a finding', (t) => {
  t.match(compare([created, moved]), {
    promised: 2,
    lost: 0,
    unfounded: 0,
    repeated: 0,
    unexplained: 0,
    wrongSignatures: 0,
  })
  t.end()
})

t.test('a promised webhook is lost that never came, or that was never accepted', (t) => {
  t.match(compare([created]), { promised: 2, lost: 1 })
  t.match(compare([created, { ...moved, status: 500 }]), { lost: 1 })
  t.match(compare([created, { ...moved, status: 0 }]), { lost: 1 })
  t.match(compare([created, { ...moved, status: 0 }, moved]), { lost: 0, repeated: 0 })
  t.end()
})

t.test('a webhook is unfounded that no accepted change promises', (t) => {
  const other = arrival('c', 'PROJECT_STATUS_CHANGED', 'SHOOTING', 3_000)
  t.match(compare([created, moved, other]), { lost: 0, unfounded: 1 })
  t.match(compare([created, moved, { ...moved, id: 'd' }]), { lost: 0, unfounded: 1 })
  t.end()
})

t.test('a repeat is explained only by a dispatcher or a database that was lost meanwhile', (t) => {
  const again = { ...moved, atMs: 30_000 }
  const span = (name: string, fromMs: number) => [{ name, fromMs, toMs: fromMs + 5_000 }]
  t.match(compare([created, moved, again]), { repeated: 1, unexplained: 1 })
  const killed = compare([created, moved, again], span('a dispatcher is killed', 1_500))
  t.match(killed, { repeated: 1, unexplained: 0 })
  const later = compare([created, moved, again], span('a dispatcher is killed', 20_000))
  t.match(later, { repeated: 1, unexplained: 1 })
  const restarted = compare([created, moved, again], span('all processes are restarted', 1_500))
  t.match(restarted, { repeated: 1, unexplained: 1 })
  t.end()
})

t.test('a webhook with a wrong signature is counted', (t) => {
  t.match(compare([created, { ...moved, isSigned: false }]), { wrongSignatures: 1 })
  t.end()
})

function compare(arrivals: Arrival[], spans: Parameters<typeof compareWebhooks>[3] = []) {
  const books = new Books()
  books.created(PROJECT, 'studio')
  books.changed(PROJECT, 'BOOKED', ['PROJECT_STATUS_CHANGED', 'BOOKED'])
  // The subscription does not list this event.
  books.changed(PROJECT, 'BOOKED', ['PROJECT_ASSIGNED', 'EDITOR'])
  return compareWebhooks(books, arrivals, [subscription], spans, new Set())
}

function arrival(id: string, event: string, detail: string, atMs: number): Arrival {
  const happened = { happenedMs: atMs - 5, atMs, status: 204, isSigned: true }
  return { subscription: 1, id, event, projectId: PROJECT, detail, ...happened }
}
