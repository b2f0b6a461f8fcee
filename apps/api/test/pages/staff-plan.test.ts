// docs/contract.md#c21-pages
import { sharedApp } from '@mediajobs/testing/api/app'
import { keepLedger } from '@mediajobs/testing/api/ledger'
import { fieldsOf, formsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
keepLedger(api.store, org.organizationId)
const { call } = org
await call('PATCH', '/organization', {
  timeZone: 'America/New_York',
  locale: 'en-US',
  changePolicy: {
    currency: 'USD',
    rules: [
      { on: 'RESCHEDULE', withinHours: 24, feeAmount: 5_000 },
      { on: 'CANCEL', withinHours: 24, feeBasisPoints: 5_000 },
    ],
  },
})
const [ann, bo] = [
  await api.createMember(org, 'TECHNICIAN'),
  await api.createMember(org, 'TECHNICIAN'),
]
await call('PATCH', `/users/${ann.userId}`, { name: 'Ann' })
await call('PATCH', `/users/${bo.userId}`, { name: 'Bo' })
const { body: customer } = await call('POST', '/customers', {
  name: 'Keys',
  email: 'k@example.com',
})
const home = `/app/${org.organizationId}`
const session = (person: { token(): Promise<string> } = org) => browserOf(api, person)

async function book(fields: object = {}) {
  const { body } = await call('POST', '/projects/create', {
    addressLine1: '1 Main Street',
    scheduledTime: '2026-05-04T14:00:00Z',
    estimatedDuration: 60,
    technicianId: ann.userId,
    customerId: customer.id,
    ...fields,
  })
  return { ...body, page: `${home}/projects/${body.id}` }
}
const visitsOf = async (id: string) => (await call('GET', `/projects/${id}/visits`)).body.data

t.test('a manager adds, changes, ends and cancels visits [c21-pages]', async (t) => {
  const { id, page } = await book()
  const browser = await session()
  t.match((await browser.open(page)).text, '/visits/new"')
  const form = fieldsOf(await browser.open(`${page}/visits/new`), '/visits/new')
  const sent = {
    ...form,
    kind: 'TWILIGHT',
    scheduledTime: '2026-05-04T19:30',
    durationMinutes: '45',
    technicianId: bo.userId,
  }
  const added = await browser.send(`${page}/visits/new`, sent)
  t.match(added, { status: 303, location: /done=visitAdded/ })
  t.match((await browser.send(`${page}/visits/new`, sent)).location, 'done=visitAdded', 'twice')
  const [twilight, own, ...more] = await visitsOf(id)
  t.strictSame(more, [])
  t.match(twilight, {
    kind: 'TWILIGHT',
    scheduledTime: '2026-05-04T23:30:00.000Z',
    durationMinutes: 45,
    technicianId: bo.userId,
  })
  const shown = (await browser.open(page)).text
  t.ok(shown.indexOf(`visit-${own.id}`) < shown.indexOf(`visit-${twilight.id}`), 'by time')

  const path = `${page}/visits/${twilight.id}`
  const changing = fieldsOf(await browser.open(path), path)
  const moved = await browser.send(path, { ...changing, scheduledTime: '2026-05-04T20:00' })
  t.match(moved, { status: 303, location: /done=saved/ })
  const stale = await browser.send(path, { ...changing, durationMinutes: '50' })
  t.equal(stale.status, 412)
  t.match((await browser.send(path, { ...changing, scheduledTime: 'x' })).status, 400)
  const etag = async () => `"${(await visitsOf(id))[0].version}"`
  for (const [to, status] of [
    ['DONE', 'DONE'],
    ['PLANNED', 'PLANNED'],
    ['CANCELLED', 'CANCELLED'],
  ] as const) {
    const { location } = await browser.send(`${path}/status`, { to, 'if-match': await etag() })
    t.match(location, 'done=saved')
    t.equal((await visitsOf(id))[0].status, status)
  }
  const last = `${page}/visits/${own.id}/status`
  const refused = await browser.send(last, { to: 'CANCELLED', 'if-match': `"${own.version}"` })
  t.match(refused, { status: 409, text: 'A job keeps one visit.' })
})

t.test('Reschedule shows the fee, and bills or waives it [c21-pages]', async (t) => {
  const browser = await session()
  const invoices = async (id: string) => (await call('GET', `/invoices?projectId=${id}`)).body.data
  const { id, page } = await book()
  const path = `${page}/reschedule`
  t.match((await browser.open(page)).text, /\/reschedule"/)
  const opened = await browser.open(path)
  t.match(opened.text, 'Current fee for this change: $50.00')
  const form = fieldsOf(opened, '/reschedule')
  t.match(form, { expectedFeeAmount: '5000', when: '2026-05-04T10:00' })
  t.match(await browser.send(path, { ...form, when: 'soon' }), { status: 400 })
  const skipped = await browser.send(path, { ...form, when: '2027-03-14T02:30' })
  t.match(skipped, { status: 400, text: `id="when-problem">This time doesn` })
  t.match(skipped.text, 'value="2027-03-14T02:30"')
  const sent = { ...form, when: '2026-05-05T09:00', reason: '<b>Rain</b>' }
  await call('PATCH', '/organization', { changePolicy: null })
  const refused = await browser.send(path, sent)
  t.match(refused, { status: 409, text: /The fee has changed.*There&#39;s currently no fee/s })
  t.match(refused.text, 'value="2026-05-05T09:00"', 'input is kept')
  const rules = [{ on: 'RESCHEDULE', withinHours: 24, feeAmount: 5_000 }]
  await call('PATCH', '/organization', { changePolicy: { currency: 'USD', rules } })
  const again = {
    ...fieldsOf(await browser.open(path), '/reschedule'),
    when: sent.when,
    reason: sent.reason,
  }
  t.match((await browser.send(path, again)).location, 'done=rescheduled')
  t.match(await invoices(id), [{ status: 'SENT', totalAmount: 5_000 }])
  t.equal((await call('GET', `/projects/${id}`)).body.scheduledTime, '2026-05-05T13:00:00.000Z')
  const shown = await browser.open(page)
  t.match(shown.text, /Moved from .*May 4.* to .*May 5/)
  t.match(shown.text, 'fee $50.00')
  t.match(shown.text, '&lt;b&gt;Rain&lt;/b&gt;')

  const free = await book()
  const waived = fieldsOf(await browser.open(`${free.page}/reschedule`), '/reschedule')
  const terms = { ...waived, when: '2026-05-06T09:00', waiveFee: 'yes' }
  t.match((await browser.send(`${free.page}/reschedule`, terms)).location, 'done=rescheduled')
  t.strictSame(await invoices(free.id), [])
  t.match((await browser.open(free.page)).text, 'fee waived')
  await call('PATCH', `/projects/${free.id}/status`, { status: 'UPLOADED' })
  const { text } = await browser.open(free.page)
  t.notMatch(text, '/reschedule"', 'the appointment has taken place')
})

t.test('a confirmed conflict moves the visit that was to be moved [c21-pages]', async (t) => {
  const browser = await session()
  const { id, page } = await book()
  const later = { kind: 'TWILIGHT', scheduledTime: '2026-05-04T23:30:00Z' }
  const { body: twilight } = await call('POST', `/projects/${id}/visits`, later)
  const path = `${page}/reschedule?visitId=${twilight.id}`
  const form = { ...fieldsOf(await browser.open(path), '/reschedule'), when: '2026-05-05T20:00' }
  await call('PATCH', `/projects/${id}`, { notes: 'Changed meanwhile' })
  const asked = await browser.send(path, form)
  t.match(asked, { status: 412, text: 'May 4, 2026, 7:30' })
  const again = formsOf(asked).find(({ action }) => action.startsWith('reschedule'))
  const { location } = await browser.send(
    `${page}/${again?.action}`,
    Object.fromEntries(again?.entries ?? []),
  )
  t.match(location, 'done=rescheduled')
  const visits: (typeof twilight)[] = await visitsOf(id)
  const timeOf = ({ scheduledTime }: typeof twilight) => scheduledTime
  t.equal(timeOf(visits.find((each) => each.id === twilight.id)), '2026-05-06T00:00:00.000Z')
  t.equal(timeOf(visits.find((each) => each.id !== twilight.id)), '2026-05-04T14:00:00.000Z')
})

t.test('Cancel shows the fee and settles payments [c21-pages]', async (t) => {
  const rules = [{ on: 'CANCEL', withinHours: 24, feeBasisPoints: 5_000 }]
  await call('PATCH', '/organization', { changePolicy: { currency: 'USD', rules } })
  const browser = await session()
  const { id, page } = await book()
  const lineItems = [{ description: 'Shoot', quantity: 1, unitAmount: 30_000 }]
  const draft = { customerId: customer.id, projectId: id, currency: 'USD', lineItems }
  const { body: invoice } = await call('POST', '/invoices', draft)
  await call('POST', `/invoices/${invoice.id}/send`)
  await call('POST', `/invoices/${invoice.id}/pay`, {})
  t.match((await browser.open(page)).text, /\/cancel"/)
  const opened = await browser.open(`${page}/cancel`)
  t.match(opened.text, 'Current cancellation fee: $150.00.')
  const form = fieldsOf(opened, '/cancel')
  const done = await browser.send(`${page}/cancel`, { ...form, reason: 'Sold' })
  t.match(done, { status: 303, location: /done=moved/ })
  t.match((await call('GET', `/invoices/${invoice.id}`)).body, { refundedAmount: 15_000 })
  const shown = await browser.open(page)
  t.match(shown.text, 'Sold')
  t.notMatch(shown.text, /\/cancel"/)
  const again = await browser.open(`${page}/cancel`)
  t.match(again, { status: 303, location: page }, 'there is nothing left to cancel')
})

t.test(
  'technicians see the visits, and may end their own shoots [c21-pages, c21-visit-assigned]',
  async (t) => {
    const { id, page } = await book()
    await call('POST', `/projects/${id}/visits`, {
      kind: 'TWILIGHT',
      scheduledTime: '2026-05-04T23:30:00Z',
      technicianId: bo.userId,
    })
    await call('PATCH', `/projects/${id}/status`, { status: 'SHOOTING' })
    const browser = await session(bo)
    const shown = await browser.open(page)
    t.match(shown.text, 'Twilight')
    t.match(shown.text, 'Shooting done')
    t.notMatch(shown.text, '/visits/new')
    t.notMatch(shown.text, '/reschedule')
    for (const path of ['reschedule', 'cancel', 'visits/new']) {
      t.equal((await browser.open(`${page}/${path}`)).status, 403, path)
    }
    const board = await browser.open(`${home}/board`)
    t.match(board.text, `/projects/${id}"`)
    const today = await browser.open(`${home}/today?day=2026-05-04`)
    t.match(today.text, `/projects/${id}"`)
    t.match(today.text, '7:30')
    t.match(today.text, 'Shooting done')
  },
)

t.test(
  'calendars show each visit at its time, for its technician [c21-pages, c21-visit-readers]',
  async (t) => {
    const { id } = await book({
      scheduledTime: '2026-06-01T14:00:00Z',
      addressLine1: '7 Elm Street',
    })
    await call('POST', `/projects/${id}/visits`, {
      kind: 'TWILIGHT',
      scheduledTime: '2026-06-02T22:00:00Z',
      durationMinutes: 60,
      technicianId: bo.userId,
    })
    const browser = await session()
    const week = (await browser.open(`${home}/calendar?day=2026-06-01`)).text
    t.equal(week.match(/<b dir="auto">7 Elm Street<\/b>/g)?.length, 2)
    const day = (await browser.open(`${home}/calendar?day=2026-06-02&view=technicians`)).text
    t.match(day, /data-at="1080" data-long="60"/)
    t.equal(
      day.match(new RegExp(`id="s-${id}"`, 'g')),
      null,
      'a visit is moved on the project page',
    )
    t.match((await browser.open(`${home}/today?day=2026-06-02`)).text, '7 Elm Street')
    const path = `${home}/calendar/${(await book()).id}/move`
    const form = fieldsOf(await browser.open(path), '/move')
    const sent = { ...form, when: '2026-06-02T18:30', technicianId: bo.userId }
    t.match(
      (await browser.send(path, sent)).text,
      /Bo shoots 7 Elm Street then/,
      'a conflicting move asks first',
    )
  },
)

t.test(
  'an administrator edits the change policy in the settings [c21-pages, c21-policy]',
  async (t) => {
    await call('PATCH', '/organization', { changePolicy: null })
    const browser = await session()
    const page = `${home}/settings/changes`
    t.match((await browser.open(`${home}/settings`)).text, /settings\/changes"/)
    const open = async () => fieldsOf(await browser.open(page), '/changes')
    const policy = async () => (await call('GET', '/organization')).body.changePolicy
    const rows = (name: string, ...all: [string, string, string][]): [string, string][] =>
      all.flatMap(([hours, amount, percent]) => [
        [`${name}-withinHours`, hours],
        [`${name}-feeAmount`, amount],
        [`${name}-percent`, percent],
      ])
    const empty = Object.entries(await open()).filter(
      ([name]) => !/^(reschedule|cancel)Rules/.test(name),
    )
    const scalar = (fields: Record<string, string>) =>
      empty.map(([name, value]): [string, string] => [name, fields[name] ?? value])
    const was: [string, string][] = [
      ['was-rescheduleRules', ''],
      ['was-cancelRules', ''],
    ]
    const bad = await browser.send(page, [
      ...scalar({}),
      ...was,
      ...rows('cancelRules', ['24', '10', '50']),
    ])
    t.match(bad, { status: 400, text: /either an amount or a percentage/ })
    const sent = [
      ...scalar({
        'changePolicy.clientUntilHours': '2',
        'changePolicy.freeReschedules': '1',
        'changePolicy.currency': 'usd',
      }),
      ...was,
      ...rows('rescheduleRules', ['24', '49.50', '']),
      ...rows('cancelRules', ['48', '', '50'], ['2', '', '100']),
    ]
    t.match((await browser.send(page, sent)).location, 'done=saved')
    t.strictSame(await policy(), {
      clientUntilHours: 2,
      freeReschedules: 1,
      currency: 'USD',
      rules: [
        { on: 'RESCHEDULE', withinHours: 24, feeAmount: 4_950, feeBasisPoints: null },
        { on: 'CANCEL', withinHours: 48, feeAmount: null, feeBasisPoints: 5_000 },
        { on: 'CANCEL', withinHours: 2, feeAmount: null, feeBasisPoints: 10_000 },
      ],
    })
    t.equal((await browser.send(page, sent)).status, 412, 'the form is outdated')
    t.match((await browser.open(page)).text, 'value="49.50"')
    const technician = await session(ann)
    t.equal((await technician.open(page)).status, 403)
  },
)
