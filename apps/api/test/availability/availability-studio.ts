import type { TestApp } from '@mediajobs/testing/api/app'

type Interval = [from: string, to: string]

/** An organization in `timeZone` with a technician, and helpers for its calls. */
export async function availabilityStudio(service: TestApp, timeZone: string | null) {
  const org = await service.createOrg()
  const technician = await service.createMember(org, 'TECHNICIAN')
  const { call } = org
  await call('PATCH', '/organization', { timeZone })
  const ask = (query: Record<string, string>) => {
    return call('GET', `/availability?${new URLSearchParams(query)}`)
  }
  return {
    org,
    technician,
    call,
    ask,
    /** The same hours on every day of the week. */
    async works(...intervals: Interval[]) {
      const day = intervals.map(([from, to]) => ({ from, to }))
      const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
      const workingHours = Object.fromEntries(days.map((name) => [name, day]))
      return call('PATCH', `/users/${technician.userId}`, { workingHours })
    },
    async shoots(scheduledTime: string, fields: object = {}) {
      const body = { scheduledTime, technicianId: technician.userId, ...fields }
      return (await call('POST', '/projects/create', body)).body
    },
    /** The technician's free intervals, as pairs of times. */
    async free(query: Record<string, string>): Promise<string[][]> {
      const { body } = await ask(query)
      return body.data[0].free.map(({ from, to }: Record<string, string>) => [from, to])
    },
  }
}
