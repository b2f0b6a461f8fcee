// docs/contract.md#c12-catalogue: staff pages for packages, add-ons and discounts.

import { sharedApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const [manager, technician] = await Promise.all([
  api.createMember(org, 'MANAGER'),
  api.createMember(org, 'TECHNICIAN'),
])
const { call } = org
await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles' })
const at = `/app/${org.organizationId}/catalogue`

t.test(
  "a price is entered in its currency's units, and exact to the cent [c12-catalogue]",
  async (t) => {
    const browser = await browserOf(api, manager)
    t.equal((await browser.open(at)).location, `${at}/packages`)
    const blank = fieldsOf(await browser.open(`${at}/packages/new`), 'packages/new')
    const sent = {
      ...blank,
      name: 'Forty photos',
      priceAmount: '1 299,90',
      currency: 'usd',
      mediaTypes: 'PHOTO',
      durationMinutes: '90',
    }
    const { location = '' } = await browser.send(`${at}/packages/new`, sent)
    const path = location.split('?')[0] ?? ''
    const id = path.split('/').at(-1) ?? ''
    const wanted = { priceAmount: 129_990, currency: 'USD', durationMinutes: 90 }
    t.match((await call('GET', `/packages/${id}`)).body, { ...wanted, mediaTypes: ['PHOTO'] })
    t.match((await browser.open(`${at}/packages`)).text, /\$1,299\.90<.*90 minutes · Photo</s)
    const form = fieldsOf(await browser.open(path), id)
    t.equal(form.priceAmount, '1299.90')
    const yen = await browser.send(path, { ...form, currency: 'JPY' })
    t.match(yen, { status: 400, text: 'This currency has no decimals.' })
    t.match(
      (await browser.send(path, { ...form, currency: 'JPY', priceAmount: '1300' })).status,
      303,
    )
    t.match((await call('GET', `/packages/${id}`)).body, { priceAmount: 1_300, currency: 'JPY' })
    const euro = fieldsOf(await browser.open(path), id)
    t.equal((await browser.send(path, { ...euro, currency: 'EUR' })).status, 303)
    const { body } = await call('GET', `/packages/${id}`)
    t.equal(body.priceAmount, 130_000, 'the same amount in another currency')
    for (const price of ['12.345', '-1', '1e3', 'free']) {
      const form = { ...sent, priceAmount: price, currency: 'USD' }
      const refused = await browser.send(`${at}/packages/new`, form)
      t.match(refused, { status: 400, text: 'id="priceAmount-problem">' }, price)
    }
    const much = { ...sent, priceAmount: '99999999999999', 'idempotency-key': 'much' }
    t.match(await browser.send(`${at}/packages/new`, much), { status: 400, text: /is too high/ })
    const unknown = { ...sent, currency: 'XYZ', 'idempotency-key': 'xyz' }
    t.match(await browser.send(`${at}/packages/new`, unknown), { text: 'id="currency-problem">' })
  },
)

t.test(
  "a discount is a percentage or an amount, with times in the organization's zone [c12-catalogue]",
  async (t) => {
    const browser = await browserOf(api, manager)
    const blank = fieldsOf(await browser.open(`${at}/discounts/new`), 'discounts/new')
    const both = { ...blank, code: 'SPRING', percentBasisPoints: '12.5', discountAmount: '5' }
    t.match(await browser.send(`${at}/discounts/new`, both), {
      status: 400,
      text: 'Choose a currency.',
    })
    const neither = await browser.send(`${at}/discounts/new`, { ...blank, code: 'SPRING' })
    t.match(neither, { status: 400, text: 'Enter either a percentage or an amount' })
    const sent = {
      ...fieldsOf(neither, 'discounts/new'),
      percentBasisPoints: '12.5',
      startsAt: '2026-03-08T03:30',
      expiresAt: '2026-11-30T23:59',
      maxRedemptions: '10',
    }
    const skipped = await browser.send(`${at}/discounts/new`, {
      ...sent,
      startsAt: '2026-03-08T02:30',
    })
    t.match(skipped, { status: 400, text: /id="startsAt-problem">This time doesn&#39;t exist/ })
    t.match(skipped.text, 'value="2026-03-08T02:30"')
    const { location = '' } = await browser.send(`${at}/discounts/new`, sent)
    const path = location.split('?')[0] ?? ''
    const id = path.split('/').at(-1) ?? ''
    t.match((await call('GET', `/discounts/${id}`)).body, {
      code: 'SPRING',
      percentBasisPoints: 1_250,
      discountAmount: null,
      startsAt: '2026-03-08T10:30:00.000Z',
      expiresAt: '2026-12-01T07:59:00.000Z',
      maxRedemptions: 10,
    })
    t.match((await browser.open(`${at}/discounts`)).text, /12\.5%.*Used 0 of 10 times/s)
    const form = fieldsOf(await browser.open(path), id)
    const amount = { percentBasisPoints: '', discountAmount: '20', currency: 'CHF', expiresAt: '' }
    t.equal((await browser.send(path, { ...form, ...amount })).status, 303)
    const changed = { percentBasisPoints: null, discountAmount: 2_000, currency: 'CHF' }
    t.match((await call('GET', `/discounts/${id}`)).body, { ...changed, expiresAt: null })
  },
)

t.test("archived offers have a separate list, and can't be changed [c12-catalogue]", async (t) => {
  const { body } = await call('POST', '/add-ons', {
    name: 'Twilight <i>',
    priceAmount: 5_000,
    currency: 'USD',
  })
  const path = `${at}/add-ons/${body.id}`
  const browser = await browserOf(api, manager)
  const form = fieldsOf(await browser.open(path), '/archive')
  t.match((await browser.send(`${path}/archive`, form)).location, 'done=archived')
  t.notMatch((await browser.open(`${at}/add-ons`)).text, 'Twilight')
  t.match((await browser.open(`${at}/add-ons?archived=true`)).text, '>Twilight &lt;i&gt;</a>')
  t.notMatch((await browser.open(path)).text, '<form method="post"')
})

t.test(
  'roles without access to money see the catalog without discounts and forms [c12-catalogue]',
  async (t) => {
    const { body } = await call('POST', '/packages', {
      name: 'Silver',
      priceAmount: 9_900,
      currency: 'USD',
    })
    const browser = await browserOf(api, technician)
    const list = await browser.open(`${at}/packages`)
    t.match(list.text, 'Silver')
    t.notMatch(list.text, 'Discounts')
    t.notMatch(list.text, 'Add a package')
    t.notMatch((await browser.open(`${at}/packages/${body.id}`)).text, '<form method="post"')
    for (const path of ['discounts', 'discounts/new', 'packages/new']) {
      t.equal((await browser.open(`${at}/${path}`)).status, 403, path)
    }
    for (const path of ['packages/new', `packages/${body.id}`, `packages/${body.id}/archive`]) {
      t.equal((await browser.send(`${at}/${path}`, { name: 'No' })).status, 403, path)
    }
    t.equal((await browser.open(`${at}/unknown`)).status, 404)
  },
)
