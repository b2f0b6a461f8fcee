// docs/contract.md#c14-working-hours
import { MAX_WORKING_INTERVALS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const { userId } = await service.createMember(org, 'TECHNICIAN')
const path = `/users/${userId}`

const call = (method: string, body?: unknown) => org.call(method, path, body)
const set = (workingHours: unknown) => call('PATCH', { workingHours })

t.test(
  'working hours are shown with all days, in order, and null clears them [c14-working-hours]',
  async (t) => {
    t.equal((await call('GET')).body.workingHours, null)
    const { status, body } = await set({
      friday: [
        { from: '13:00', to: '24:00' },
        { from: '08:00', to: '13:00' },
      ],
    })
    t.equal(status, 200)
    const friday = [
      { from: '08:00', to: '13:00' },
      { from: '13:00', to: '24:00' },
    ]
    const free = { monday: [], tuesday: [], wednesday: [], thursday: [], saturday: [], sunday: [] }
    t.strictSame(body.workingHours, { ...free, friday })
    t.strictSame((await call('GET')).body, body)
    const same = await set({ friday })
    t.equal(same.body.updatedAt, body.updatedAt, 'the same hours are a no-op')
    t.equal((await call('PATCH', { name: 'Tess' })).body.workingHours.friday.length, 2)
    t.equal((await set(null)).body.workingHours, null)
  },
)

t.test('each invalid day has one message [c14-working-hours]', async (t) => {
  const nine = { from: '09:00', to: '17:00' }
  const cases: [unknown, (string | RegExp)[]][] = [
    [
      { monday: [{ from: '17:00', to: '09:00' }] },
      [/^workingHours\.monday must have intervals that end after/],
    ],
    [
      { monday: [nine, { from: '16:59', to: '18:00' }] },
      ['workingHours.monday must have intervals that do not overlap'],
    ],
    [
      { monday: [nine, nine], sunday: [{ from: '09:00', to: '09:00' }] },
      [/^workingHours\.monday/, /^workingHours\.sunday/],
    ],
    [
      { monday: [{ from: '9:00', to: '17:00' }] },
      ['workingHours.monday[0].from must be a time like 09:30'],
    ],
    [
      { monday: [{ from: '09:00', to: '24:01' }] },
      ['workingHours.monday[0].to must be a time like 17:30, or 24:00'],
    ],
    [{ monday: [{ from: '09:00' }] }, ['workingHours.monday[0].to is required']],
    [{ monday: nine }, [/^workingHours\.monday must be an array/]],
    [[], [/^workingHours must be/]],
    [
      { monday: Array(MAX_WORKING_INTERVALS + 1).fill(nine) },
      [/^workingHours\.monday must have at most 4/],
    ],
  ]
  for (const [hours, messages] of cases) {
    const { status, body } = await set(hours)
    t.equal(status, 400, JSON.stringify(hours))
    t.match(body.message, messages)
    t.equal(body.message.length, messages.length, body.message.join())
  }
})

t.test('an unknown day is dropped, and the response names it [c14-working-hours]', async (t) => {
  const { headers, body } = await set({ montag: [], monday: [] })
  t.equal(headers['x-ignored-fields'], 'workingHours.montag')
  t.notOk('montag' in body.workingHours)
})
