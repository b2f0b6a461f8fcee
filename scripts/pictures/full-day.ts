import type { Project } from '@mediajobs/client'
import { hire, type Service } from '../demo/play.ts'

const JOBS = 240
const AT_ONCE = 8
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
// In UTC: 8:00 and 13:00 in New York, where the organization is; an hour later in summer.
const HALF_DAYS = [13, 18]
const JOBS_A_DAY = 10

const PACKAGES = [
  { name: 'Essential: 25 photos', priceAmount: 19_900, durationMinutes: 60 },
  { name: 'Premium: photos, floor plan, drone', priceAmount: 42_000, durationMinutes: 120 },
  { name: 'Film and photos', priceAmount: 68_000, durationMinutes: 150 },
]
const TECHNICIANS = ['Tess Moreno', 'Noah Kim', 'Maya Patel', 'Omar Haddad', 'Lena Fischer']
const EDITORS = ['Ed Novak', 'Iris Chen']
const CUSTOMERS = [
  ...['Ann Agent', 'Bennett & Boyle Realty', 'Carla Mendes', 'Dune Property Group', 'Elm & Oak'],
  ...['Frank Osei', 'Greta Lindqvist', 'Harbor Homes', 'Ines Duarte', 'Jonah Weiss', 'Keystone'],
]
const STREETS = [
  ...['Alder Ridge Road', 'Birch Lane', 'Cedar Court', 'Dogwood Drive', 'Elm Street', 'Fern Hill'],
  ...['Grove Avenue', 'Harbor View', 'Ivy Terrace', 'Juniper Way', 'Kings Highway', 'Linden Place'],
]
const TOWNS = ['Beacon', 'Cold Spring', 'Hudson', 'Kingston', 'Rhinebeck']

const PAST = ['UPLOADED', 'EDITING', 'IN_REVIEW', 'DELIVERED', 'DELIVERED', 'DELIVERED'] as const
const FUTURE = ['BOOKED', 'BOOKED', 'PENDING'] as const

type Person = Awaited<ReturnType<typeof hire>>

/** Fills an organization with jobs: 12 days before today and 12 from today. Returns a technician. */
export async function fillDay(service: Service): Promise<{ technician: Person }> {
  const { manager } = service
  await manager.patch('/organization', {
    body: { name: 'Hudson Property Media', timeZone: 'America/New_York', locale: 'en-US' },
  })
  await manager.patch('/organization', {
    body: { colour: '#1f4fd8', techniciansStart: true, editorsStart: true },
  })
  const hired = (role: 'TECHNICIAN' | 'EDITOR') => (name: string) =>
    hire(service, role, `${name.toLowerCase().replace(' ', '.')}@hudson.test`, name)
  const technicians = await Promise.all(TECHNICIANS.map(hired('TECHNICIAN')))
  const editors = await Promise.all(EDITORS.map(hired('EDITOR')))
  const packages = await Promise.all(
    PACKAGES.map((body) => manager.post('/packages', { body: { ...body, currency: 'USD' } })),
  )
  const customers = await Promise.all(
    CUSTOMERS.map((name, n) =>
      manager.post('/customers', { body: { name, email: `office${n}@clients.test` } }),
    ),
  )
  const numbers = Array.from({ length: JOBS }, (_, n) => n)
  const next = async () => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) await book(n)
  }
  const book = async (n: number) => {
    const time = timeOf(n)
    const status = statusOf(n, time)
    const { id } = await manager.post('/projects/create', {
      body: {
        scheduledTime: new Date(time).toISOString(),
        addressLine1: `${11 + ((n * 37) % 180)} ${of(STREETS, n)}`,
        city: of(TOWNS, n * 3),
        customerId: of(customers, n * 5).id,
        packageId: of(packages, n * 2).id,
      },
    })
    const path = { id }
    const assign = (userId: string) => ({ path, body: { userId } })
    if (status !== 'PENDING') {
      await manager.patch('/projects/{id}/assign-technician', assign(of(technicians, n).userId))
    }
    if (time < Date.now()) {
      await manager.patch('/projects/{id}/assign-editor', assign(of(editors, n).userId))
    }
    if (status !== 'PENDING') {
      await manager.patch('/projects/{id}/status', { path, body: { status } })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return { technician: of(technicians, 0) }
}

/** Ten per day: two per technician, without overlap. */
function timeOf(n: number): number {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const day = Math.floor(n / JOBS_A_DAY) - JOBS / JOBS_A_DAY / 2
  const hour = of(HALF_DAYS, Math.floor(n / TECHNICIANS.length)) + (n % TECHNICIANS.length) / 2
  return midnight + day * DAY_MS + hour * HOUR_MS
}

function statusOf(n: number, time: number): Project['status'] {
  const now = Date.now()
  if (time > now) return of(FUTURE, n)
  return now - time < 2 * HOUR_MS ? 'SHOOTING' : of(PAST, n)
}

function of<Item>(items: readonly Item[], n: number): Item {
  return items[n % items.length] as Item
}
