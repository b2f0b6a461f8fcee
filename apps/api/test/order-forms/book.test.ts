import { MAX_LINK_CALLS, MAX_WRONG_DISCOUNT_CODES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { instant, midnight, orderStudio, soon, soonAt } from '@mediajobs/testing/api/order-studio'
import { anyAddress } from '@mediajobs/testing/api/request'
import t from 'tap'

const service = await sharedApp()

t.test(
  'anyone with the URL can read the form and its offers, but nothing about staff [c20-book]',
  async (t) => {
    const { org, call, make, open, stranger, technicianId, packageId, addOnId } =
      await orderStudio(service)
    await call('PATCH', '/organization', { colour: '#1f6feb', sizeUnit: 'SQM', locale: 'de-CH' })
    const sizeTiers = [{ upTo: 200, priceAmount: 30_000, durationMinutes: 90 }]
    const tiered = { name: 'By size', priceAmount: 0, currency: 'USD', sizeTiers }
    const { id: bySize } = await make('/packages', { ...tiered, description: '25 photos' })
    const { form, at } = await open({
      packageIds: [bySize, packageId],
      technicianIds: [technicianId],
      travelMinutes: 45,
      terms: 'Please tidy up.',
      payment: 'DEPOSIT',
      depositBasisPoints: 2_500,
      frameAncestors: ['https://www.example.com'],
      questions: [{ key: 'pets', label: 'Any pets?', type: 'YES_NO' }],
    })
    const response = await stranger('GET', at)
    t.equal(response.status, 200)
    t.match(response.headers.vary, /\bAccept\b/)
    t.match(response.body, {
      publicId: form.publicId,
      name: 'Photos',
      organization: { colour: '#1f6feb', locale: 'de-CH', logoUrl: null },
      timeZone: 'UTC',
      sizeUnit: 'SQM',
      packages: [
        { id: bySize, description: '25 photos', sizeTiers, currency: 'USD' },
        { id: packageId, name: 'Essential', priceAmount: 20_000, durationMinutes: 60 },
      ],
      addOns: [{ id: addOnId, name: 'Twilight' }],
      questions: [{ key: 'pets', required: false, choices: null }],
      scheduling: 'REQUIRED',
      slotMinutes: 30,
      payment: 'DEPOSIT',
      depositBasisPoints: 2_500,
      terms: 'Please tidy up.',
      frameAncestors: ['https://www.example.com'],
      cardPayments: false,
    })
    const text = JSON.stringify(response.body)
    for (const secret of [technicianId, org.organizationId, org.userId, form.id, 'travel']) {
      t.notMatch(text, secret)
    }
    await call('DELETE', `/packages/${bySize}`)
    const left = (await stranger('GET', at)).body.packages
    t.strictSame(
      left.map(({ id }: { id: string }) => id),
      [packageId],
      'archived offers are omitted',
    )
  },
)

t.test('an inactive, archived or unknown form is a 404 [c20-book]', async (t) => {
  const { call, open, stranger, packageId } = await orderStudio(service)
  const { form, at, slots } = await open()
  const [startsAt = ''] = await slots()
  const span = new URLSearchParams(soon())
  const statuses = async (path: string) => {
    const body = { selection: { packageId } }
    const answers = [
      await stranger('GET', path),
      await stranger('POST', `${path}/quote`, body),
      await stranger('GET', `${path}/slots?${span}&packageId=${packageId}`),
      await stranger('POST', `${path}/holds`, { startsAt, ...body }),
    ]
    return answers.map(({ status }) => status)
  }
  const GONE = [404, 404, 404, 404]
  t.strictSame(await statuses(at), [200, 200, 200, 201])
  await call('PATCH', `/order-forms/${form.id}`, { active: false })
  t.strictSame(await statuses(at), GONE)
  await call('PATCH', `/order-forms/${form.id}`, { active: true })
  await call('DELETE', `/order-forms/${form.id}`)
  t.strictSame(await statuses(at), GONE)
  t.strictSame(await statuses(`/book/${form.id}`), GONE)
  t.strictSame(await statuses('/book/%00'), GONE)
  t.strictSame(await statuses(`/book/${'a'.repeat(22)}`), GONE)
})

t.test(
  'scripts of the websites that may embed a form may call it, and no others [c20-websites]',
  async (t) => {
    const website = 'https://www.example.com'
    const { call, open } = await orderStudio(service)
    const { form, at } = await open({ frameAncestors: [website] })
    const { at: own } = await open()
    const from = (origin: string, method: string, path: string, body?: unknown) =>
      service.request(method, path, {
        body,
        headers: {
          origin,
          'x-forwarded-for': anyAddress(),
          'access-control-request-method': 'POST',
        },
      })
    const allowed = { 'access-control-allow-origin': website }
    const paths = [at, `${at}/quote`, `${at}/slots`, `${at}/holds`, `${at}/orders`]
    for (const path of paths) {
      const asked = await from(website, 'OPTIONS', path)
      t.equal(asked.status, 204, path)
      t.match(asked.headers, {
        ...allowed,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': /Content-Type/,
        vary: /\bOrigin\b/,
      })
      t.notOk(asked.headers['access-control-allow-credentials'], 'no cookies')
    }
    const read = await from(website, 'GET', at)
    t.match(read, { status: 200, headers: allowed })
    const refused = await from(website, 'POST', `${at}/quote`, { selection: { packageId: 'x' } })
    t.match(refused, { status: 404, headers: allowed }, 'a refusal can be read')
    t.match(refused.headers['access-control-expose-headers'], 'Retry-After')
    const headers = { origin: website, 'x-forwarded-for': anyAddress() }
    const calls = Array.from({ length: MAX_LINK_CALLS + 1 }, () =>
      service.request('GET', at, { headers }),
    )
    const tooMany = (await Promise.all(calls)).filter(({ status }) => status === 429)
    t.match(tooMany, [{ headers: allowed }], "so can a rate limit's")

    const unknown = `/book/${form.publicId.slice(1)}x`
    const elsewhere: [origin: string, path: string][] = [
      ['https://example.com', at],
      ['https://www.example.com.evil.example', at],
      ['http://www.example.com', at],
      ['null', at],
      [website, own],
      [website, unknown],
      [website, '/projects'],
    ]
    for (const [origin, path] of elsewhere) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await from(origin, method, path)
        t.notOk(headers['access-control-allow-origin'], `${method} ${path} from ${origin}`)
      }
    }
    await call('PATCH', `/order-forms/${form.id}`, { frameAncestors: [] })
    t.notOk((await from(website, 'GET', at)).headers['access-control-allow-origin'])
  },
)

t.test(
  'a quote has the lines, the duration and the amount due with the order [c20-quote]',
  async (t) => {
    const { call, make, open, packageId, addOnId } = await orderStudio(service)
    await call('PATCH', '/organization', {
      taxBasisPoints: 1_000,
      travelZones: [{ name: 'Far', postalCodes: ['9'], feeAmount: 5_000, currency: 'USD' }],
    })
    await make('/discounts', { code: 'SPRING', percentBasisPoints: 1_000 })
    const choice = {
      selection: { packageId, addOnIds: [addOnId], discountCode: 'spring' },
      address: { addressLine1: '1 Main Street', postalCode: '9000' },
    }
    const totals = { subtotalAmount: 45_000, discountAmount: 4_500, taxAmount: 4_050 }
    const quoted = async (rule: object) => {
      const { quote } = await open(rule)
      const { status, body } = await quote(choice)
      t.match({ status, body }, { status: 200, body: { ...totals, currency: 'USD' } })
      t.equal(body.totalAmount, 44_550)
      t.equal(body.durationMinutes, 90)
      t.strictSame(
        body.lineItems.map(({ description }: { description: string }) => description),
        ['Essential', 'Twilight', 'Far'],
      )
      return body.dueAmount
    }
    t.equal(await quoted({}), 0)
    t.equal(await quoted({ payment: 'FULL' }), 44_550)
    t.equal(await quoted({ payment: 'DEPOSIT', depositBasisPoints: 3_333 }), 14_849)
  },
)

t.test(
  "only the form's offers can be chosen, and refusals name the request's fields [c20-quote]",
  async (t) => {
    const { make, open, packageId, addOnId } = await orderStudio(service)
    const foreign = await orderStudio(service)
    const offer = { name: 'Other', priceAmount: 1, currency: 'USD' }
    const { id: other } = await make('/packages', offer)
    const { id: extra } = await make('/add-ons', offer)
    const tiers = { ...offer, sizeTiers: [{ upTo: 100, priceAmount: 1 }] }
    const { id: tiered } = await make('/packages', tiers)
    const { quote, hold } = await open({ packageIds: [packageId, tiered] })
    const startsAt = soonAt('09:00')
    const cases: [object, number, string][] = [
      [{ selection: { packageId: other } }, 404, 'selection.packageId'],
      [{ selection: { packageId: foreign.packageId } }, 404, 'selection.packageId'],
      [{ selection: { packageId: addOnId } }, 404, 'selection.packageId'],
      [{ selection: { packageId, addOnIds: [addOnId, extra] } }, 404, 'selection.addOnIds'],
      [{ selection: {} }, 400, 'selection.packageId'],
      [{ selection: { packageId: tiered } }, 400, 'propertySize'],
      [{ selection: { packageId: tiered }, propertySize: 101 }, 400, 'propertySize'],
      [{ selection: { packageId, discountCode: 'NO' } }, 400, 'selection.discountCode'],
    ]
    for (const [choice, status, path] of cases) {
      for (const refused of [await quote(choice), await hold(startsAt, choice)]) {
        t.equal(refused.status, status, path)
        t.match(refused.body.fields, [{ path }])
        t.notMatch(JSON.stringify(refused.body), 'selectedAddOnIds')
      }
    }
    const above = await quote({ selection: { packageId: tiered }, propertySize: 101 })
    t.equal(above.body.code, 'no_price_for_size')
  },
)

t.test('after ten wrong discount codes, a network has to wait [c20-discount-codes]', async (t) => {
  const { make, open, packageId } = await orderStudio(service)
  await make('/discounts', { code: 'SPRING', percentBasisPoints: 1_000 })
  const { quote, hold } = await open()
  const network = anyAddress()
  const guess = (discountCode: string, from = network) =>
    quote({ selection: { packageId, discountCode } }, from)
  for (let right = 0; right <= MAX_WRONG_DISCOUNT_CODES; right += 1) {
    t.equal((await guess('SPRING')).status, 200, "valid codes aren't counted")
  }
  await quote(
    { selection: { packageId: packageId.replace(/.$/, 'x'), discountCode: 'SPRING' } },
    network,
  )
  const guesses = Array.from({ length: 2 * MAX_WRONG_DISCOUNT_CODES }, (_, n) => guess(`NO-${n}`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length
  t.equal(count(400), MAX_WRONG_DISCOUNT_CODES)
  t.equal(count(429), MAX_WRONG_DISCOUNT_CODES)
  const right = await guess('SPRING')
  t.match(right, { status: 429, body: { code: 'rate_limited' } })
  t.ok(Number(right.headers['retry-after']) > 0)
  const choice = { selection: { packageId, discountCode: 'SPRING' } }
  t.equal((await hold(soonAt('09:00'), choice, network)).status, 429, 'holds are refused too')
  t.equal((await quote({}, network)).status, 200, 'without a code')
  t.equal((await guess('SPRING', anyAddress())).status, 200, 'another network')
})

t.test('calls are counted per network [c20-book]', async (t) => {
  const { open, stranger } = await orderStudio(service)
  const { at } = await open()
  const network = anyAddress()
  let status = 200
  for (let calls = 0; status === 200 && calls < 100; calls += 1) {
    ;({ status } = await stranger('GET', at, undefined, network))
  }
  t.equal(status, 429)
  t.equal((await stranger('GET', at)).status, 200)
})

t.test(
  'slots are grid times with a free technician, within notice and horizon [c20-slots]',
  async (t) => {
    const { call, make, hire, open, technicianId, addOnId, packageId } = await orderStudio(service)
    const day = { from: instant(midnight(2)), to: instant(midnight(3)) }
    const book = (time: string, technician = technicianId) =>
      make('/projects/create', { scheduledTime: soonAt(time), technicianId: technician })
    const { slots } = await open({ slotMinutes: 60, travelMinutes: 30 })
    await book('10:00')
    await call('POST', `/users/${technicianId}/time-off`, {
      startsAt: soonAt('13:00'),
      endsAt: soonAt('15:00'),
    })
    const at = (...times: string[]) => times.map(soonAt)
    // From 08:00 to 18:00: an hour's shoot, and half an hour of travel on either side.
    t.strictSame(await slots(day), at('16:00'))
    const { slots: half } = await open({ slotMinutes: 30, travelMinutes: 30 })
    t.strictSame(await half(day), at('08:30', '11:30', '15:30', '16:00', '16:30'))
    t.strictSame(await half({ ...day, addOnIds: addOnId }), at('15:30', '16:00'), '90 minutes')
    t.strictSame(await half({ from: soonAt('15:30'), to: soonAt('16:30') }), at('15:30', '16:00'))
    const second = await hire()
    await book('08:00', second)
    t.strictSame((await half(day)).slice(0, 4), at('08:30', '09:30', '10:00', '10:30'))
    const { slots: first } = await open({ travelMinutes: 30, technicianIds: [technicianId] })
    t.strictSame(await first(day), at('08:30', '11:30', '15:30', '16:00', '16:30'))
    const { slots: none } = await open({ scheduling: 'NONE' })
    t.strictSame(await none(day), [])
    const wide = { from: instant(Date.now() - 3_600_000), to: instant(midnight(20)) }
    const { slots: noticed } = await open({ noticeHours: 30, horizonDays: 3 })
    const offered = (await noticed(wide)).map(Date.parse)
    t.ok(Math.min(...offered) >= Date.now() + 30 * 3_600_000 - 60_000)
    t.ok(Math.max(...offered) <= Date.now() + 3 * 86_400_000)
    t.ok(offered.length > 10)
    t.notMatch(JSON.stringify(await slots(day)), packageId)
  },
)

t.test('a travel zone limits slots to technicians who serve it [c20-slots]', async (t) => {
  const { call, hire, open, technicianId } = await orderStudio(service)
  const nobody = await hire({})
  const zone = { feeAmount: 0, currency: 'USD' }
  await call('PATCH', '/organization', {
    travelZones: [
      { ...zone, name: 'Far', postalCodes: ['9'], technicianIds: [nobody] },
      { ...zone, name: 'Near', postalCodes: ['8'], technicianIds: [technicianId] },
    ],
  })
  const { slots, hold } = await open()
  t.ok((await slots({ postalCode: '8000' })).length > 0)
  t.strictSame(await slots({ postalCode: '9000' }), [])
  const [startsAt = ''] = await slots({ postalCode: '8000' })
  t.equal((await hold(startsAt, { address: { postalCode: '9000' } })).status, 409)
  t.equal((await hold(startsAt, { address: { postalCode: '8000' } })).status, 201)
})

t.test(
  'the period of slots is bounded, and each refusal names its parameter [c20-slots]',
  async (t) => {
    const { open, stranger, packageId } = await orderStudio(service)
    const { at } = await open()
    const ask = (query: Record<string, string>) =>
      stranger('GET', `${at}/slots?${new URLSearchParams({ ...soon(), packageId, ...query })}`)
    const cases: [Record<string, string>, number, string][] = [
      [{ to: soon().from }, 400, 'to'],
      [{ to: instant(midnight(40)) }, 400, 'to'],
      [{ propertySize: '0' }, 400, 'propertySize'],
      [{ packageId: 'none' }, 404, 'packageId'],
      [{ addOnIds: packageId }, 404, 'addOnIds'],
    ]
    for (const [query, status, path] of cases) {
      const response = await ask(query)
      t.equal(response.status, status, path)
      t.match(response.body.fields, [{ path }])
    }
  },
)
