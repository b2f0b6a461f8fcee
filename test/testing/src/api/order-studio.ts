import type { TestApp, TestResponse } from './app.ts'

export const DAY_MS = 86_400_000
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Working hours on every day of the week. */
export function everyDay(...intervals: [from: string, to: string][]) {
  const hours = intervals.map(([from, to]) => ({ from, to }))
  return Object.fromEntries(DAYS.map((day) => [day, hours]))
}

/** An organization in UTC with a technician, a package and an add-on, and short forms of the calls. */
export async function orderStudio(service: TestApp) {
  const org = await service.createOrg()
  const { call, make } = org
  const hire = async (workingHours: object = everyDay(['08:00', '18:00'])): Promise<string> => {
    const { userId } = await service.createMember(org, 'TECHNICIAN')
    await call('PATCH', `/users/${userId}`, { workingHours })
    return userId
  }
  const technicianId = await hire()
  const offer = { priceAmount: 20_000, currency: 'USD' }
  const { id: packageId } = await make('/packages', {
    ...offer,
    name: 'Essential',
    durationMinutes: 60,
  })
  const { id: addOnId } = await make('/add-ons', {
    ...offer,
    name: 'Twilight',
    durationMinutes: 30,
  })
  const { stranger } = service
  return {
    org,
    call,
    make,
    hire,
    stranger,
    technicianId,
    packageId,
    addOnId,
    async open(fields: object = {}) {
      const offers = { packageIds: [packageId], addOnIds: [addOnId] }
      const form = await make('/order-forms', { name: 'Photos', ...offers, ...fields })
      const at = `/book/${form.publicId}`
      const selection = { packageId }
      return {
        form,
        at,
        quote: (body: object = {}, network?: string) =>
          stranger('POST', `${at}/quote`, { selection, ...body }, network),
        slots: async (query: Record<string, string> = {}): Promise<string[]> => {
          const asked = { ...soon(), packageId, ...query }
          const response = await stranger('GET', `${at}/slots?${new URLSearchParams(asked)}`)
          return startsIn(response)
        },
        hold: (startsAt: string | null, body: object = {}, network?: string) =>
          stranger('POST', `${at}/holds`, { startsAt, selection, ...body }, network),
      }
    },
  }
}

function startsIn({ status, body }: TestResponse): string[] {
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.map(({ startsAt }: { startsAt: string }) => startsAt)
}

// Read once, so that a day stays the same when midnight passes.
const LOADED_AT = Date.now()

/** Midnight in UTC, in `days` days. */
export function midnight(days: number): number {
  return Math.floor(LOADED_AT / DAY_MS + days) * DAY_MS
}

/** Two whole days that every form of these tests offers. */
export function soon(): { from: string; to: string } {
  return { from: instant(midnight(2)), to: instant(midnight(4)) }
}

export function instant(ms: number): string {
  return new Date(ms).toISOString()
}

/** `time`, like 09:30, in UTC, the day after tomorrow. */
export function soonAt(time: string): string {
  return `${soon().from.slice(0, 10)}T${time}:00.000Z`
}
