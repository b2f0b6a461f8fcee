// docs/contract.md#c1-errors-fields. All tests check the shape of `fields` in each response: see expectDocumented.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIELD_CODES, PROBLEM_CODES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import type { Call } from '@mediajobs/testing/api/request'
import { signIn } from '@mediajobs/testing/api/sign-in'
import t, { type Test } from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const scheduledTime = '2026-05-01T09:30:00Z'
const NOBODY = '0198c3a4-6b1e-7c52-9d0f-3a5b7c9e1f20'

const call = (method: string, path: string, sent: Call = {}) =>
  service.request(method, path, sent.token === undefined ? { key: org.key, ...sent } : sent)
const post = (path: string, body: unknown, sent: Call = {}) => call('POST', path, { body, ...sent })
const create = (body: object, sent: Call = {}) =>
  post('/projects/create', { scheduledTime, ...body }, sent)
const made = async (path: string, body: object) => (await post(path, body)).body

const customer = { name: 'C', email: 'first@fields.test', externalId: 'first' }
const webhook = { url: 'https://fields.example/hook', events: ['PROJECT_CREATED'] }
const discount = { code: 'FIELDS', percentBasisPoints: 1_000, maxRedemptions: 1 }

const found = new Set<string>()

async function refused(
  t: Test,
  response: Awaited<ReturnType<typeof call>>,
  ...wanted: [path: string, code: string][]
) {
  const { fields } = response.body
  const places = fields?.map(({ path, code }: { path: string; code: string }) => [path, code])
  t.strictSame(places, wanted, JSON.stringify(response.body))
  for (const [, code] of wanted) found.add(code)
}

t.test(
  'a refusal names each refused field with its path and a code [c1-errors-fields]',
  async (t) => {
    const both = await create({ scheduledTime: 'tomorrow', lat: 91, lng: -181, city: 5 })
    await refused(
      t,
      both,
      ['scheduledTime', 'wrong_format'],
      ['city', 'wrong_type'],
      ['lat', 'too_large'],
      ['lng', 'too_small'],
    )
    t.strictSame(
      both.body.fields.map(({ message }: { message: string }) => message),
      both.body.message,
    )
    await refused(t, await post('/projects/create', {}), ['scheduledTime', 'required'])
    const bookingAnswers = [{ question: 'x'.repeat(2_001), answer: 'A' }, { answer: 'A' }]
    await refused(
      t,
      await create({ bookingAnswers }),
      ['bookingAnswers[0].question', 'too_long'],
      ['bookingAnswers[1].question', 'required'],
    )
    await refused(t, await create({ mediaTypes: ['PHOTO', 'PAINTING'] }), [
      'mediaTypes[1]',
      'not_allowed',
    ])
    await refused(t, await create({ selectedAddOnIds: [NOBODY, NOBODY] }), [
      'selectedAddOnIds',
      'not_unique',
    ])
    await refused(
      t,
      await create({ selectedAddOnIds: Array(201).fill(NOBODY) }),
      ['selectedAddOnIds', 'too_many_items'],
      ['selectedAddOnIds', 'not_unique'],
    )
    await refused(t, await post('/webhooks/subscriptions', { ...webhook, events: [] }), [
      'events',
      'too_few_items',
    ])
    await refused(t, await post('/customers', { ...customer, name: '' }), ['name', 'too_short'])
    const strict = await create(
      { colour: 'red', lat: 91 },
      { headers: { prefer: 'handling=strict' } },
    )
    await refused(t, strict, ['lat', 'too_large'], ['colour', 'unknown_field'])
  },
)

t.test(
  "the path of a query parameter or header is its name; of the whole body, it's empty",
  async (t) => {
    await refused(
      t,
      await call('GET', '/projects?limit=0&colour=red'),
      ['colour', 'unknown_field'],
      ['limit', 'too_small'],
    )
    await refused(t, await call('GET', '/customers?q=a'), ['q', 'too_short'])
    await refused(t, await call('GET', '/customers?q=ann&q=bob'), ['q', 'not_unique'])
    await refused(t, await create({}, { headers: { 'idempotency-key': 'a b' } }), [
      'Idempotency-Key',
      'wrong_format',
    ])
    const { accessToken: token } = (await signIn(service, org)).body
    await refused(t, await call('GET', '/projects', { token }), ['x-org-id', 'required'])
    await refused(t, await post('/projects/create', '[]'), ['', 'wrong_type'])
    await refused(t, await post('/projects/create', '{'), ['', 'wrong_format'])
    await refused(t, await post('/projects/create', undefined), ['', 'required'])
    await refused(t, await post('/projects/create', '{"a":1,"a":2}'), ['a', 'not_unique'])
    await refused(t, await post('/projects/create', `{"a":${'['.repeat(40)}`), ['', 'too_large'])
  },
)

t.test('errors from an operation name their fields too', async (t) => {
  await refused(
    t,
    await create({ customerId: NOBODY, technicianId: NOBODY, selectedAddOnIds: [NOBODY] }),
    ['customerId', 'unknown_reference'],
    ['technicianId', 'unknown_reference'],
    ['selectedAddOnIds', 'unknown_reference'],
  )
  await made('/customers', customer)
  await refused(t, await post('/customers', { ...customer, externalId: 'second' }), [
    'email',
    'duplicate_email',
  ])
  await refused(t, await post('/customers', { ...customer, email: 'second@fields.test' }), [
    'externalId',
    'duplicate_external_id',
  ])
  await made('/webhooks/subscriptions', webhook)
  await refused(t, await post('/webhooks/subscriptions', webhook), ['url', 'duplicate_url'])
  await refused(t, await post('/webhooks/subscriptions', { ...webhook, url: 'ftp://x.test' }), [
    'url',
    'not_allowed',
  ])
  for (const filter of ['projectIds', 'customerIds']) {
    const never = { ...webhook, url: 'https://never.example', filter: { [filter]: [NOBODY] } }
    await refused(t, await post('/webhooks/subscriptions', never), [
      `filter.${filter}`,
      'unknown_reference',
    ])
  }
  const project = `/projects/${(await create({})).body.id}`
  const moved = await post(`${project}/reschedule`, { scheduledTime, visitId: NOBODY })
  await refused(t, moved, ['visitId', 'unknown_reference'])
  const fees = await call('GET', `${project}/change-fees?visitId=${NOBODY}`)
  await refused(t, fees, ['visitId', 'unknown_reference'])
  await refused(t, await post('/organization/logo/confirm', { key: NOBODY }), [
    'key',
    'unknown_reference',
  ])
  const line = { description: 'Photos', quantity: 1, unitAmount: 100 }
  const invoice = { customerId: NOBODY, projectId: NOBODY, currency: 'USD', lineItems: [line] }
  await refused(
    t,
    await post('/invoices', invoice),
    ['customerId', 'unknown_reference'],
    ['projectId', 'unknown_reference'],
  )
  const rule = { on: 'CANCEL', withinHours: 24 }
  const rules = [{ ...rule, feeAmount: 1, feeBasisPoints: 1 }, rule]
  await refused(
    t,
    await call('PATCH', '/organization', { body: { changePolicy: { currency: 'USD', rules } } }),
    ['changePolicy.rules[0]', 'not_allowed'],
    ['changePolicy.rules[1]', 'required'],
  )
  const { id } = await made('/discounts', discount)
  await refused(t, await post('/discounts', discount), ['code', 'duplicate_code'])
  await made('/projects/create', { scheduledTime, discountId: id })
  await call('PATCH', `/discounts/${id}`, { body: { maxRedemptions: 2 } })
  await made('/projects/create', { scheduledTime, discountId: id })
  const lower = await call('PATCH', `/discounts/${id}`, { body: { maxRedemptions: 1 } })
  await refused(t, lower, ['maxRedemptions', 'max_redemptions_too_low'])
  const used = await create({ discountCode: 'FIELDS' })
  await refused(t, used, ['discountCode', 'not_allowed'])
})

t.test('a forbidden request names the offending field', async (t) => {
  const manager = await service.createMember(org, 'MANAGER')
  const technician = await service.createMember(org, 'TECHNICIAN')
  const key = await manager.keyWith('ADMIN')
  const user = { email: 'new@fields.test', name: 'N', role: 'ADMIN' }
  await refused(t, await post('/users', user, { key }), ['role', 'role_forbids'])
  const superior = await call('PATCH', `/users/${org.userId}`, { key, body: { name: 'N' } })
  await refused(t, superior, ['id', 'role_forbids'])
  const calendar = await post(`/users/${org.userId}/calendar`, undefined, {
    key: await technician.keyWith('ADMIN'),
  })
  await refused(t, calendar, ['id', 'role_forbids'])
  const last = { role: 'MANAGER', active: false, name: 'N' }
  await refused(
    t,
    await call('PATCH', `/users/${org.userId}`, { body: last }),
    ['role', 'last_admin'],
    ['active', 'last_admin'],
  )
  const { id } = await made('/projects/create', { scheduledTime, technicianId: technician.userId })
  const version = { headers: { 'if-match': '"another"' }, body: { city: 'A' } }
  await refused(t, await call('PATCH', `/projects/${id}`, version), [
    'If-Match',
    'version_mismatch',
  ])
  const assigned = { headers: { 'if-match': '"another"' }, body: { userId: null } }
  await refused(t, await call('PATCH', `/projects/${id}/assign-technician`, assigned), [
    'If-Match',
    'version_mismatch',
  ])
  const move = await call('PATCH', `/projects/${id}/status`, {
    key: await technician.keyWith('WRITE'),
    body: { status: 'UPLOADED' },
  })
  await refused(t, move, ['status', 'role_forbids_move'])
  const { accessToken: token } = (await signIn(service, org)).body
  const guess = { currentPassword: 'a wrong guess of it', newPassword: 'another long password' }
  await refused(t, await post('/auth/password', guess, { token }), [
    'currentPassword',
    'password_wrong',
  ])
  const tiered = {
    name: 'T',
    priceAmount: 1,
    currency: 'USD',
    sizeTiers: [{ upTo: 9, priceAmount: 1 }],
  }
  const { id: packageId } = await made('/packages', tiered)
  await refused(t, await create({ packageId, propertySize: 10 }), [
    'propertySize',
    'no_price_for_size',
  ])
  const headers = { 'idempotency-key': 'refused-fields' }
  await create({ city: 'A' }, { headers })
  await refused(t, await create({ city: 'B' }, { headers }), [
    'Idempotency-Key',
    'idempotency_key_reused',
  ])
  const link = { token: 'x'.repeat(43), password: 'another long password' }
  await refused(t, await service.request('POST', '/auth/invitations/accept', { body: link }), [
    'token',
    'invitation_refused',
  ])
  await refused(t, await service.request('POST', '/auth/password-resets/accept', { body: link }), [
    'token',
    'reset_refused',
  ])
  const used = { body: { token: link.token } }
  await refused(t, await service.request('POST', '/portal/sessions', used), [
    'token',
    'sign_in_link_refused',
  ])
})

t.test('a refusal not about a field has no fields [c1-errors-fields]', async (t) => {
  const refusals = [
    await call('GET', `/projects/${NOBODY}`),
    await call('GET', '/nowhere'),
    await service.request('GET', '/projects'),
    await create({}, { key: await org.keyWith('READ') }),
    await create({}, { headers: { 'content-type': 'text/plain' } }),
  ]
  for (const { status, body } of refusals) t.notOk('fields' in body, `${status}`)
})

t.test('every code is covered, here or in another test', async (t) => {
  const files = globSync('*/**/*.test.ts', { cwd: import.meta.dirname })
  const others = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join()
  const isElsewhere = (code: string) => code in PROBLEM_CODES && others.includes(`'${code}'`)
  const unseen = Object.keys(FIELD_CODES).filter((code) => !found.has(code) && !isElsewhere(code))
  t.strictSame(unseen, [])
})
