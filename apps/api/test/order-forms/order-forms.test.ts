import { MAX_FORM_QUESTIONS, MAX_FRAME_ANCESTORS } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { orderStudio } from '@mediajobs/testing/api/order-studio'
import t from 'tap'

const service = await sharedApp()
const UNKNOWN = '0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20'

t.test(
  'managers create, read, change, list and archive order forms, with defaults [c20-forms]',
  async (t) => {
    const { call, packageId } = await orderStudio(service)
    const created = await call('POST', '/order-forms', { name: 'Photos', packageIds: [packageId] })
    t.match(created, {
      status: 201,
      body: {
        name: 'Photos',
        active: true,
        packageIds: [packageId],
        addOnIds: [],
        questions: [],
        scheduling: 'REQUIRED',
        slotMinutes: 30,
        noticeHours: 24,
        horizonDays: 31,
        travelMinutes: 0,
        technicianIds: null,
        payment: 'NONE',
        depositBasisPoints: null,
        confirmation: 'AUTOMATIC',
        terms: null,
        frameAncestors: [],
        archivedAt: null,
        publicId: /^[0-9A-Za-z]{22}$/,
      },
    })
    const { id, publicId, bookUrl } = created.body
    t.equal(bookUrl, `http://deliveries.test/book/${publicId}`)
    const path = `/order-forms/${id}`
    t.strictSame((await call('GET', path)).body, created.body)
    const question = { key: 'pets', label: 'Any pets?', type: 'YES_NO' }
    const changed = await call('PATCH', path, { questions: [question], publicId: 'mine' })
    t.match(changed, { status: 200, headers: { 'x-ignored-fields': 'publicId' } })
    t.strictSame(changed.body.questions, [{ ...question, required: false, choices: null }])
    t.equal(changed.body.publicId, publicId)
    const listed = async (query: string) =>
      (await call('GET', `/order-forms${query}`)).body.data.map((form: { id: string }) => form.id)
    t.strictSame(await listed(''), [id])
    t.equal((await call('DELETE', path)).status, 204)
    t.equal((await call('DELETE', path)).status, 204, 'again')
    t.strictSame(await listed(''), [])
    t.strictSame(await listed('?archived=true'), [id])
    t.match((await call('GET', path)).body.archivedAt, /Z$/)
  },
)

t.test('contradictory fields are refused by name [c20-forms]', async (t) => {
  const { call, packageId } = await orderStudio(service)
  const refusedAt = async (fields: object) => {
    const body = { name: 'Photos', packageIds: [packageId], ...fields }
    const response = await call('POST', '/order-forms', body)
    t.equal(response.status, 400, JSON.stringify(fields))
    return response.body.fields.map(({ path }: { path: string }) => path)
  }
  const question = (fields: object = {}) => ({ key: 'a', label: 'A', type: 'TEXT', ...fields })
  t.strictSame(await refusedAt({ packageIds: [] }), ['packageIds'])
  t.strictSame(await refusedAt({ payment: 'DEPOSIT' }), ['depositBasisPoints'])
  t.strictSame(await refusedAt({ payment: 'FULL', depositBasisPoints: 1 }), ['depositBasisPoints'])
  t.strictSame(await refusedAt({ noticeHours: 24, horizonDays: 1 }), ['noticeHours'])
  t.strictSame(await refusedAt({ questions: [question(), question()] }), ['questions[1].key'])
  t.strictSame(await refusedAt({ questions: [question({ type: 'CHOICE' })] }), [
    'questions[0].choices',
  ])
  t.strictSame(await refusedAt({ questions: [question({ choices: ['Yes'] })] }), [
    'questions[0].choices',
  ])
  const long = Array.from({ length: MAX_FORM_QUESTIONS }, (_, i) =>
    question({
      key: String(i),
      type: 'CHOICE',
      choices: Array.from({ length: 30 }, (_, n) => 'x'.repeat(100) + n),
    }),
  )
  t.strictSame(await refusedAt({ questions: long }), ['questions'])
  t.strictSame(await refusedAt({ horizonDays: 32 }), ['horizonDays'])
  t.strictSame(await refusedAt({ slotMinutes: 4 }), ['slotMinutes'])
  for (const origin of [
    'http://example.com',
    'https://example.com/',
    'https://Example.com',
    "https://a;script-src'none'",
    'https://*.example.com',
    'https://me@example.com',
    'https://example.com\n',
    'https://münchen.example',
    'https://example.com:443',
    'https://*',
    "'none'",
    'blob:https://example.com',
    '*',
  ]) {
    t.strictSame(await refusedAt({ frameAncestors: [origin] }), ['frameAncestors[0]'], origin)
  }
  const many = Array.from({ length: MAX_FRAME_ANCESTORS + 1 }, (_, n) => `https://${n}.example`)
  t.strictSame(await refusedAt({ frameAncestors: many }), ['frameAncestors'])
})

t.test("an order form's terms are a text or null, never blank [c20-terms]", async (t) => {
  const { call, packageId } = await orderStudio(service)
  const create = (terms: string | null) =>
    call('POST', '/order-forms', { name: 'Photos', packageIds: [packageId], terms })
  const terms = '\n  Clear the driveway.\n'
  const { body: form } = await create(terms)
  t.equal(form.terms, terms, 'as sent')
  const path = `/order-forms/${form.id}`
  for (const blank of ['', ' ', ' \n\t\u00a0\u2028']) {
    for (const refused of [await create(blank), await call('PATCH', path, { terms: blank })]) {
      t.match(refused, {
        status: 400,
        body: {
          message: ['terms must not be empty'],
          fields: [{ path: 'terms', code: 'too_short' }],
        },
      })
    }
  }
  t.equal((await call('GET', path)).body.terms, terms)
  t.equal((await call('PATCH', path, { terms: null })).body.terms, null)
})

t.test(
  'unknown and foreign references are a 404; archived offers only when added [c20-forms]',
  async (t) => {
    const studio = await orderStudio(service)
    const foreign = await orderStudio(service)
    const { call, make, packageId, addOnId, open } = studio
    const cases: [string, string][] = [
      ['packageIds', foreign.packageId],
      ['addOnIds', foreign.addOnId],
      ['technicianIds', foreign.technicianId],
      ['packageIds', UNKNOWN],
      ['packageIds', addOnId],
    ]
    for (const [field, id] of cases) {
      const body = { name: 'Photos', addOnIds: [addOnId], [field]: [id] }
      const { status, body: problem } = await call('POST', '/order-forms', body)
      t.equal(status, 404, field)
      t.match(problem.fields, [{ path: field }])
    }
    const { form } = await open()
    const path = `/order-forms/${form.id}`
    const { id: old } = await make('/packages', { name: 'Old', priceAmount: 1, currency: 'USD' })
    await call('DELETE', `/packages/${old}`)
    await call('DELETE', `/packages/${packageId}`)
    t.equal((await call('PATCH', path, { packageIds: [packageId, old] })).status, 404)
    t.equal(
      (await call('PATCH', path, { packageIds: [packageId] })).status,
      200,
      'the form already had it',
    )
    t.equal((await foreign.call('GET', path)).status, 404)
    t.equal((await foreign.call('PATCH', path, { name: 'Mine' })).status, 404)
    t.equal((await foreign.call('DELETE', path)).status, 404)
  },
)
