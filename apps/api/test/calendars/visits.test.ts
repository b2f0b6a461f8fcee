// docs/contract.md#c21-visit-calendar
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { calendarStudio, inDays, parsed } from './calendar-studio.ts'

const service = await sharedApp()

async function studio() {
  const calendar = await calendarStudio(service)
  const path = await calendar.newCalendar()
  const events = async (at = path) => {
    const { body } = await calendar.read(at)
    return parsed(body).events.map((event) => ({
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      minutes: event.duration.toSeconds() / 60,
      transp: event.component.getFirstPropertyValue('transp'),
    }))
  }
  return { ...calendar, events }
}

t.test(
  "the visit that the project mirrors keeps the project's UID; others have separate ones [c21-visit-calendar, c21-visit-readers]",
  async (t) => {
    const { book, call, events, technician, api, org, read, newCalendar } = await studio()
    const other = await api.createMember(org, 'TECHNICIAN')
    const project = await book()
    const twilight = {
      kind: 'TWILIGHT',
      scheduledTime: inDays(3),
      durationMinutes: 45,
      technicianId: technician.userId,
    }
    const { body: visit } = await call('POST', `/projects/${project.id}/visits`, twilight)
    await call('POST', `/projects/${project.id}/visits`, {
      ...twilight,
      technicianId: other.userId,
    })
    t.match(await events(), [
      { uid: project.id, start: project.scheduledTime },
      { uid: visit.id, start: twilight.scheduledTime, minutes: 45, transp: 'OPAQUE' },
    ])
    t.equal((await events()).length, 2, "another technician's visit is missing")

    const manager = await api.createMember(org, 'MANAGER')
    await call('PATCH', `/projects/${project.id}`, { projectManagerId: manager.userId })
    const theirs = await newCalendar(`/users/${manager.userId}/calendar`)
    const all = parsed((await read(theirs)).body).events
    t.equal(all.length, 3, 'the project manager sees each visit')
    t.ok(all.every(({ component }) => component.getFirstPropertyValue('transp') === 'TRANSPARENT'))
    await call('PATCH', `/projects/${project.id}/visits/${visit.id}`, { status: 'CANCELLED' })
    t.match(await events(), [{ uid: project.id }])
    t.equal((await events()).length, 1)
  },
)

t.test(
  'SEQUENCE increases with each move of the project or a visit, and with a new address [c21-visit-calendar]',
  async (t) => {
    const { book, call, events, technician } = await studio()
    const project = await book()
    const twilight = {
      kind: 'TWILIGHT',
      scheduledTime: inDays(30),
      technicianId: technician.userId,
    }
    const { body: visit } = await call('POST', `/projects/${project.id}/visits`, twilight)
    const sequences = async () => {
      const shown = await events()
      return [project.id, visit.id].map(
        (id) => shown.find(({ uid }) => uid === id)?.sequence ?? Number.NaN,
      )
    }
    let before = await sequences()
    for (const days of [3, 4, 5]) {
      await call('POST', `/projects/${project.id}/reschedule`, { scheduledTime: inDays(days) })
      const after = await sequences()
      t.ok((after[0] ?? 0) > (before[0] ?? 0), `the project moves to day ${days}`)
      before = after
      const moved = { visitId: visit.id, scheduledTime: inDays(30 + days) }
      await call('POST', `/projects/${project.id}/reschedule`, moved)
      const last = await sequences()
      t.ok((last[1] ?? 0) > (before[1] ?? 0), `the visit moves to day ${30 + days}`)
      before = last
    }
    await call('PATCH', `/projects/${project.id}`, { addressLine1: '2 Main Street' })
    t.ok(((await sequences())[1] ?? 0) > (before[1] ?? 0), "the visit's place is the project's")
  },
)
