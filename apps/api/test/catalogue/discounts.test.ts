import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { atOnce, moneyStudio, statuses } from '../support/money-studio.ts'

const service = await sharedApp()
const studio = await moneyStudio(service)
const { call } = studio
const post = (body: unknown) => call('POST', '/discounts', body)

t.test(
  'a discount is a percentage, or an amount with a currency [c4-catalogue-discount]',
  async (t) => {
    const { status, body } = await post({
      code: 'Spring',
      percentBasisPoints: 1_250,
      startsAt: '2026-03-01T00:00:00+01:00',
      expiresAt: '2100-01-01T00:00:00Z',
      maxRedemptions: 10,
    })
    t.equal(status, 201)
    const { id, createdAt, updatedAt, ...rest } = body
    t.strictSame(rest, {
      organizationId: studio.org.organizationId,
      code: 'Spring',
      percentBasisPoints: 1_250,
      discountAmount: null,
      currency: null,
      startsAt: '2026-02-28T23:00:00.000Z',
      expiresAt: '2100-01-01T00:00:00.000Z',
      maxRedemptions: 10,
      redemptions: 0,
      archivedAt: null,
    })
    t.strictSame((await call('GET', `/discounts/${id}`)).body, body)
    const amount = await post({ code: 'TEN', discountAmount: 1_000, currency: 'USD' })
    t.match(amount.body, { percentBasisPoints: null, discountAmount: 1_000, currency: 'USD' })
  },
)

t.test('each invalid field of a discount has a separate message', async (t) => {
  const cases: [object, string[]][] = [
    [{}, ['percentBasisPoints or discountAmount is required, and the other one must be null']],
    [
      { percentBasisPoints: 1, discountAmount: 1, currency: 'USD' },
      ['percentBasisPoints or discountAmount is required, and the other one must be null'],
    ],
    [{ discountAmount: 5 }, ['currency is required with discountAmount']],
    [
      { percentBasisPoints: 5, currency: 'USD' },
      ['currency must be null with percentBasisPoints: a percentage has no currency'],
    ],
    [{ percentBasisPoints: 10_001 }, ['percentBasisPoints must be at most 10000']],
    [{ percentBasisPoints: 0 }, ['percentBasisPoints must be at least 1']],
    [{ percentBasisPoints: 1, maxRedemptions: 0 }, ['maxRedemptions must be at least 1']],
    ...[' A', 'A ', 'A\u001b[31mB', 'A\u007f', 'A\nB', 'A\u2028B', '\ufeffA'].map(
      (code): [object, string[]] => [
        { percentBasisPoints: 1, code },
        ['code must be one line without control characters or surrounding spaces'],
      ],
    ),
    [
      {
        percentBasisPoints: 1,
        startsAt: '2026-01-01T02:00:00+02:00',
        expiresAt: '2026-01-01T00:00:00Z',
      },
      ['expiresAt must be after startsAt'],
    ],
  ]
  for (const [more, messages] of cases) {
    const { status, body } = await post({ code: 'WRONG', ...more })
    t.equal(status, 400)
    t.strictSame(body.message, messages)
  }
})

t.test(
  'PATCH validates the resulting discount, and can turn a percentage into an amount',
  async (t) => {
    const { id } = await studio.discount('TURN')
    const path = `/discounts/${id}`
    t.equal((await call('PATCH', path, { discountAmount: 5, currency: 'EUR' })).status, 400)
    const turned = { percentBasisPoints: null, discountAmount: 5, currency: 'EUR' }
    const { status, body } = await call('PATCH', path, turned)
    t.equal(status, 200)
    t.match(body, turned)
    t.strictSame((await call('PATCH', path, turned)).body, body)
    await call('PATCH', path, { startsAt: '2026-01-01T00:00:00Z' })
    t.equal((await call('PATCH', path, { expiresAt: '2025-01-01T00:00:00Z' })).status, 400)
  },
)

t.test('a code is unique case-insensitively, even when forty are sent concurrently', async (t) => {
  const responses = await atOnce(40, (i) =>
    post({ code: i % 2 ? 'race' : 'RACE', percentBasisPoints: 1 }),
  )
  t.strictSame(statuses(responses), { 201: 1, 409: 39 })
  t.equal(responses.find(({ status }) => status === 409)?.body.code, 'duplicate_code')
  const { id } = responses.find(({ status }) => status === 201)?.body ?? {}
  const other = await studio.discount('OTHER')
  const renamed = await call('PATCH', `/discounts/${other.id}`, { code: 'Race' })
  t.equal(renamed.body.code, 'duplicate_code')
  t.equal((await call('DELETE', `/discounts/${id}`)).status, 204)
  t.equal((await call('DELETE', `/discounts/${id}`)).status, 204, 'it can be repeated')
  t.equal((await post({ code: 'RACE', percentBasisPoints: 1 })).status, 201, 'it is free again')
  const foreign = await moneyStudio(service)
  t.equal((await foreign.discount('RACE')).code, 'RACE')
})

t.test('archived discounts are listed only with archived=true', async (t) => {
  const own = await moneyStudio(service)
  const kept = await own.discount('KEPT')
  const gone = await own.discount('GONE')
  await own.call('DELETE', `/discounts/${gone.id}`)
  const codes = async (query: string) =>
    (await own.call('GET', `/discounts?${query}`)).body.data.map(
      ({ code }: { code: string }) => code,
    )
  t.strictSame(await codes(''), [kept.code])
  t.strictSame(await codes('archived=true'), [gone.code])
})
