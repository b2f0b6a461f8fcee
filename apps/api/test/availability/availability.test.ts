// docs/contract.md#c14-availability
import { MAX_AVAILABILITY_SHOOTS, MAX_AVAILABILITY_TECHNICIANS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { asPerson } from '@mediajobs/testing/api/sign-in'
import t from 'tap'
import { availabilityStudio } from './availability-studio.ts'

const service = await sharedApp()

const BATCH = 1_000

// A Monday.
const DAY = { from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' }
const at = (time: string) => `2026-06-01T${time}:00.000Z`

t.test(
  'a technician is free during working hours, except during shoots [c14-availability, c14-shoot-length]',
  async (t) => {
    const studio = await availabilityStudio(service, null)
    await studio.works(['08:00', '12:00'], ['13:00', '18:00'])
    t.strictSame(await studio.free(DAY), [
      [at('08:00'), at('12:00')],
      [at('13:00'), at('18:00')],
    ])
    await studio.shoots(at('09:00'), { estimatedDuration: 90 })
    await studio.shoots(at('11:30'), { estimatedDuration: 120 })
    await studio.shoots(at('16:00'))
    await studio.shoots(at('16:30'), { estimatedDuration: 15 })
    t.strictSame(await studio.free(DAY), [
      [at('08:00'), at('09:00')],
      [at('10:30'), at('11:30')],
      [at('13:30'), at('16:00')],
      [at('17:00'), at('18:00')],
    ])
  },
)

// docs/contract.md#c4-duration
t.test(
  'a booking takes as long as its package and add-ons, unless it says otherwise [c4-duration]',
  async (t) => {
    const studio = await availabilityStudio(service, null)
    const offer = async (path: string, durationMinutes: number | null) => {
      const body = { name: 'Signature', priceAmount: 29_900, currency: 'USD', durationMinutes }
      return (await studio.call('POST', path, body)).body.id
    }
    const packageId = await offer('/packages', 150)
    await studio.works(['08:00', '18:00'])
    const { id } = await studio.shoots(at('09:00'), { packageId })
    t.strictSame(await studio.free(DAY), [
      [at('08:00'), at('09:00')],
      [at('11:30'), at('18:00')],
    ])
    t.equal((await studio.call('GET', `/projects/${id}`)).body.estimatedDuration, 150)

    const twilight = await offer('/add-ons', 45)
    const untimed = await offer('/add-ons', null)
    const longest = await offer('/add-ons', 10_080)
    const lengthOf = async (fields: object) =>
      (await studio.shoots('2026-07-01T09:00:00Z', { technicianId: null, ...fields }))
        .estimatedDuration
    t.equal(await lengthOf({ packageId, selectedAddOnIds: [twilight, untimed] }), 195)
    t.equal(await lengthOf({ selectedAddOnIds: [twilight] }), 45)
    t.equal(await lengthOf({ packageId, estimatedDuration: null }), 150, "null isn't a length")
    t.equal(
      await lengthOf({ packageId, estimatedDuration: 30 }),
      30,
      'a given length takes precedence',
    )
    t.equal(await lengthOf({ packageId, selectedAddOnIds: [longest] }), 10_080, 'the longest shoot')
    t.equal(await lengthOf({ packageId: await offer('/packages', null) }), null)
    t.equal(await lengthOf({}), null)
  },
)

t.test("a job's length follows its package until it is set manually [c4-duration]", async (t) => {
  const studio = await availabilityStudio(service, null)
  const offer = async (durationMinutes: number) => {
    const body = { name: 'Any', priceAmount: 100, currency: 'USD', durationMinutes }
    return (await studio.call('POST', '/packages', body)).body.id
  }
  const [short, long] = [await offer(60), await offer(150)]
  const { id } = await studio.shoots(at('09:00'), { packageId: short })
  const change = async (fields: object) =>
    (await studio.call('PATCH', `/projects/${id}`, fields)).body.estimatedDuration
  t.equal(await change({ packageId: long }), 150, 'another package changes the length')
  t.equal(await change({ estimatedDuration: 75 }), 75)
  t.equal(await change({ packageId: short }), 75, 'a length set manually stays')
  t.equal(await change({ estimatedDuration: null }), 60, 'null goes back to the package')
  await studio.call('PATCH', `/packages/${short}`, { durationMinutes: 90 })
  t.equal(
    await change({ packageId: short, notes: 'Ring' }),
    60,
    "changing the catalog doesn't change jobs",
  )
  t.equal(await change({ packageId: null, estimatedDuration: 60 }), 60)
  t.equal(await change({ estimatedDuration: null }), null, 'no package, no length')
  t.equal(await change({ packageId: long }), 150)
  const untimed = await offer(60)
  await studio.call('PATCH', `/packages/${untimed}`, { durationMinutes: null })
  t.equal(await change({ packageId: untimed }), null)
  await studio.call('PATCH', `/packages/${untimed}`, { durationMinutes: 30 })
  t.equal(await change({ packageId: untimed, estimatedDuration: null }), null, 'already null')
})

t.test(
  'only intervals long enough for the shoot and travel are listed [c14-availability]',
  async (t) => {
    const studio = await availabilityStudio(service, null)
    await studio.works(['08:00', '17:00'])
    await studio.shoots(at('10:00'), { estimatedDuration: 60 })
    await studio.shoots(at('12:59'), { estimatedDuration: 60 })
    const { body } = await studio.ask({ ...DAY, durationMinutes: '60', travelMinutes: '30' })
    t.strictSame(body.data[0].free, [
      { from: at('08:00'), to: at('10:00'), startFrom: at('08:30'), startTo: at('08:30') },
      { from: at('13:59'), to: at('17:00'), startFrom: at('14:29'), startTo: at('15:30') },
    ])
    const tight = await studio.free({ ...DAY, durationMinutes: '119', travelMinutes: '0' })
    t.strictSame(tight, [
      [at('08:00'), at('10:00')],
      [at('11:00'), at('12:59')],
      [at('13:59'), at('17:00')],
    ])
  },
)

t.test(
  "cancelled projects, and other people's projects, don't make a technician busy [c14-availability]",
  async (t) => {
    const studio = await availabilityStudio(service, null)
    await studio.works(['08:00', '10:00'])
    const { id } = await studio.shoots(at('08:30'))
    await studio.shoots(at('09:00'), { technicianId: studio.org.userId })
    await studio.shoots(at('09:00'), { technicianId: null, editorId: studio.technician.userId })
    t.strictSame(await studio.free(DAY), [], 'the shoot leaves half an hour on either side')
    await studio.call('PATCH', `/projects/${id}/status`, { status: 'CANCELLED' })
    t.strictSame(await studio.free(DAY), [[at('08:00'), at('10:00')]])
  },
)

t.test(
  'a shoot that begins before the period or ends after it counts [c14-availability]',
  async (t) => {
    const studio = await availabilityStudio(service, null)
    await studio.works(['00:00', '24:00'])
    await studio.shoots('2026-05-25T12:00:00Z', { estimatedDuration: 10_080 })
    await studio.shoots('2026-06-01T22:00:00Z', { estimatedDuration: 10_080 })
    t.strictSame(await studio.free(DAY), [[at('12:00'), at('22:00')]])
    const part = { from: at('13:00'), to: at('20:00') }
    t.strictSame(await studio.free(part), [[at('13:00'), at('20:00')]], 'it ends with the period')
  },
)

t.test('consecutive days without a break form one interval [c14-availability]', async (t) => {
  const studio = await availabilityStudio(service, null)
  await studio.works(['00:00', '08:00'], ['20:00', '24:00'])
  t.strictSame(await studio.free({ ...DAY, to: '2026-06-03T00:00:00Z' }), [
    [at('00:00'), at('08:00')],
    [at('20:00'), '2026-06-02T08:00:00.000Z'],
    ['2026-06-02T20:00:00.000Z', '2026-06-03T00:00:00.000Z'],
  ])
})

t.test(
  'people without hours work from Monday to Friday, nine to five [c14-default-hours]',
  async (t) => {
    const studio = await availabilityStudio(service, null)
    const week = { from: '2026-06-05T00:00:00Z', to: '2026-06-09T00:00:00Z' }
    const { body } = await studio.ask(week)
    t.equal(body.timeZone, 'UTC')
    t.match(body.data, [{ technicianId: studio.technician.userId, hasOwnHours: false }])
    t.strictSame(await studio.free(week), [
      ['2026-06-05T09:00:00.000Z', '2026-06-05T17:00:00.000Z'],
      ['2026-06-08T09:00:00.000Z', '2026-06-08T17:00:00.000Z'],
    ])
    await studio.call('PATCH', `/users/${studio.technician.userId}`, { workingHours: {} })
    const none = await studio.ask(week)
    t.match(
      none.body.data,
      [{ hasOwnHours: true, free: [] }],
      'an omitted day has no working hours',
    )
  },
)

t.test(
  'all active technicians are listed by name, or only the requested people [c14-availability-people]',
  async (t) => {
    const { org, technician, call, ask } = await availabilityStudio(service, null)
    const other = await service.createMember(org, 'TECHNICIAN')
    await call('PATCH', `/users/${other.userId}`, { name: 'Ada' })
    const gone = await service.createMember(org, 'TECHNICIAN')
    await call('PATCH', `/users/${gone.userId}`, { active: false })
    const idsOf = async (query: string) =>
      (await call('GET', `/availability?${new URLSearchParams(DAY)}${query}`)).body.data.map(
        ({ technicianId }: { technicianId: string }) => technicianId,
      )
    t.strictSame(await idsOf(''), [other.userId, technician.userId])
    const named = [org.userId, gone.userId, 'nope', (await service.createOrg()).userId]
    t.strictSame(await idsOf(named.map((id) => `&technicianId=${id}`).join('')), [org.userId])
    const foreign = await availabilityStudio(service, 'Europe/Berlin')
    const empty = await foreign.ask({ ...DAY, technicianId: technician.userId })
    t.match(empty, { status: 200, body: { timeZone: 'Europe/Berlin', data: [] } })
    t.equal((await ask(DAY)).status, 200)
  },
)

t.test(
  'each parameter has a bound, and each refusal names its parameter [c14-availability-bounds]',
  async (t) => {
    const { org, ask } = await availabilityStudio(service, null)
    const cases: [Record<string, string>, string][] = [
      [{ ...DAY, to: DAY.from }, 'to must be later than from'],
      [{ ...DAY, to: '2026-07-03T00:00:00Z' }, 'to must be at most 31 days later than from'],
      [{ to: DAY.to }, 'from is required'],
      [{ ...DAY, from: '2026-06-01' }, 'from must have'],
      [{ ...DAY, durationMinutes: '0' }, 'durationMinutes must be'],
      [{ ...DAY, durationMinutes: '10081' }, 'durationMinutes must be'],
      [{ ...DAY, travelMinutes: '721' }, 'travelMinutes must be'],
      [{ ...DAY, lat: ' ', lng: '0' }, 'lat must be a number'],
      [{ ...DAY, lat: '0', lng: '0x10' }, 'lng must be a number'],
    ]
    for (const [query, message] of cases) {
      const { status, body } = await ask(query)
      t.equal(status, 400, message)
      t.equal(body.message.length, 1)
      t.ok(body.message[0].startsWith(message), body.message[0])
    }
    t.equal((await ask({ ...DAY, to: '2026-07-02T00:00:00Z' })).status, 200)
    t.equal((await ask({ ...DAY, lat: '-7.5e1', lng: '.5' })).status, 200)
    await service.store.sql.query(
      `with made as (insert into users (id, email)
       select gen_random_uuid(), $1 || n || '@example.test' from generate_series(1, ${MAX_AVAILABILITY_TECHNICIANS}) as n
       returning id)
     insert into memberships (organization_id, user_id, name, role)
     select $1::text::uuid, id, 'T', 'TECHNICIAN' from made`,
      [org.organizationId],
    )
    const { status, body } = await ask(DAY)
    t.equal(status, 400)
    t.match(body.message, [/^technicianId is required: there are more than 200 technicians$/])
  },
)

t.test(
  'too many shoots to read is a 400 that says what to do [c14-availability-bounds]',
  async (t) => {
    const { org, technician, ask } = await availabilityStudio(service, null)
    // In batches, to stay below the 8-second statement timeout on a busy machine.
    for (let made = 0; made <= MAX_AVAILABILITY_SHOOTS; made += BATCH) {
      await service.store.sql.query(
        `insert into projects (organization_id, id, scheduled_time, technician_id)
       select $1, gen_random_uuid(), $3::timestamptz + n * interval '1 second', $2
       from generate_series($4::int, $4 + ${BATCH - 1}) as n`,
        [org.organizationId, technician.userId, DAY.from, made],
      )
    }
    const { status, body } = await ask(DAY)
    t.equal(status, 400)
    t.match(body.message, [/^to must be closer to from/])
  },
)

t.test(
  'time off counts as busy, and its note is shown only to those who may read it [c17-time-off-availability]',
  async (t) => {
    const studio = await availabilityStudio(service, null)
    await studio.works(['08:00', '18:00'])
    const { userId } = studio.technician
    await studio.call('POST', `/users/${userId}/time-off`, {
      startsAt: at('12:00'),
      endsAt: at('15:00'),
      note: 'Dentist',
    })
    await studio.call('POST', `/users/${userId}/time-off`, {
      startsAt: '2026-05-01T00:00:00Z',
      endsAt: at('09:00'),
    })
    await studio.shoots(at('14:00'), { estimatedDuration: 120 })
    t.strictSame(await studio.free(DAY), [
      [at('09:00'), at('12:00')],
      [at('16:00'), at('18:00')],
    ])
    const { body } = await studio.ask(DAY)
    t.strictSame(body.data[0].timeOff, [
      { from: '2026-05-01T00:00:00.000Z', to: at('09:00'), note: null },
      { from: at('12:00'), to: at('15:00'), note: 'Dentist' },
    ])
    const editor = await service.createMember(studio.org, 'EDITOR')
    const query = `/availability?${new URLSearchParams(DAY)}`
    const notesFor = async (person: { token(): Promise<string> }) => {
      const ask = asPerson(service, await person.token(), studio.org.organizationId)
      const { body } = await ask('GET', query)
      return body.data[0].timeOff.map(({ note }: { note: string | null }) => note)
    }
    t.strictSame(await notesFor(editor), [null, null])
    t.strictSame(await notesFor(studio.technician), [null, 'Dentist'])
  },
)
