// docs/contract.md#c20-forms-page: staff pages for order forms.

import { sharedApp } from '@mediajobs/testing/api/app'
import { valuesOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const HOSTILE = '<img src=x onerror=alert(1)>'

async function openStudio() {
  const org = await api.createOrg()
  const [manager, technician] = await Promise.all([
    api.createMember(org, 'MANAGER'),
    api.createMember(org, 'TECHNICIAN'),
  ])
  const { call } = org
  const addPackage = async (name = 'Essentials') =>
    (await call('POST', '/packages', { name, priceAmount: 25_000, currency: 'USD' })).body
  const at = `/app/${org.organizationId}/order-forms`
  return { org, call, addPackage, at, manager, technician, browser: await browserOf(api, manager) }
}

type Values = Record<string, string[]>

/** A form's fields as a browser sends them, with changes. */
function entries(values: Values, changes: Values = {}): [string, string][] {
  return Object.entries({ ...values, ...changes }).flatMap(([name, all]) =>
    all.map((value): [string, string] => [name, value]),
  )
}

t.test('the empty list explains order forms and what they need [c20-forms-page]', async (t) => {
  const { browser, at, addPackage } = await openStudio()
  const blank = await browser.open(at)
  t.match(blank.text, 'Let clients book themselves')
  t.match(blank.text, /catalogue\/packages\/new">Add a package first/)
  await addPackage()
  t.match((await browser.open(at)).text, /order-forms\/new">Create an order form/)
})

t.test('a new form selects every offer, and shows its link [c20-forms-page]', async (t) => {
  const { browser, at, addPackage, call } = await openStudio()
  const { id: packageId } = await addPackage()
  const blank = valuesOf(await browser.open(`${at}/new`), 'order-forms/new')
  t.same(blank.packageIds, [packageId])
  const sent = entries(blank, {
    name: ['Listing photos'],
    payment: ['DEPOSIT'],
    depositBasisPoints: ['25'],
    terms: [HOSTILE],
    frameAncestors: ['https://www.example.com/contact\n'],
    'questions-label': ['How do we get in?', 'Any pets at the Château?', ''],
    'questions-type': ['CHOICE', 'YES_NO', ''],
    'questions-choices': ['Lockbox; Someone is there', '', ''],
    'questions-required': ['yes', '', ''],
    'questions-key': ['', '', ''],
  })
  const { location = '', status } = await browser.send(`${at}/new`, sent)
  t.equal(status, 303)
  const page = await browser.open(location)
  t.match(page.text, 'Share its link with clients.')
  const id = location.split('?')[0]?.split('/').at(-1)
  const { body } = await call('GET', `/order-forms/${id}`)
  t.match(body, {
    name: 'Listing photos',
    packageIds: [packageId],
    technicianIds: null,
    payment: 'DEPOSIT',
    depositBasisPoints: 2_500,
    frameAncestors: ['https://www.example.com'],
    questions: [
      {
        key: 'how-do-we-get-in',
        type: 'CHOICE',
        required: true,
        choices: ['Lockbox', 'Someone is there'],
      },
      {
        key: 'any-pets-at-the-chateau',
        label: 'Any pets at the Château?',
        type: 'YES_NO',
        required: false,
      },
    ],
  })
  t.match(page.text, `value="${body.bookUrl}"`)
  t.match(page.text, `&lt;iframe src=&quot;${body.bookUrl}&quot;`)
  t.match(page.text, `/order-forms/${id}/preview" title=`, 'what clients see')
  t.match(page.headers.get('content-security-policy'), "frame-src 'self'")
  t.notMatch(page.text, HOSTILE)
})

t.test(
  "the preview shows every step with the form's current values, saved or not [c20-forms-page]",
  async (t) => {
    const { org, browser, at, addPackage, call, technician } = await openStudio()
    const [one, two] = [await addPackage('Essentials'), await addPackage('Everything')]
    const saved = { name: 'Photos', packageIds: [one.id], terms: 'Be on time.', active: false }
    const { id } = (await call('POST', '/order-forms', saved)).body
    const first = await browser.open(`${at}/${id}/preview`)
    t.equal(first.status, 200, 'even for a closed page')
    for (const part of ['Where is the property?', 'Essentials', 'Be on time.', '9:00']) {
      t.match(first.text, part)
    }
    t.notMatch(first.text, 'Everything')
    const values = valuesOf(await browser.open(`${at}/${id}`), id)
    const typed = entries(values, {
      packageIds: [two.id],
      terms: [HOSTILE],
      payment: ['DEPOSIT'],
      depositBasisPoints: ['20'],
      slotMinutes: ['5'],
      noticeHours: ['999999999999'],
      'questions-label': ['Any pets?'],
      'questions-type': ['YES_NO'],
    })
    const next = await browser.send(`${at}/${id}/preview`, typed)
    t.equal(next.status, 200)
    for (const part of ['Everything', 'Any pets?', '&lt;img src=x', 'Pay $50.00']) {
      t.match(next.text, part)
    }
    for (const part of ['Essentials', 'Be on time.', HOSTILE]) t.notMatch(next.text, part)
    t.match(next.headers.get('content-security-policy'), "frame-ancestors 'self'")
    t.match((await call('GET', `/order-forms/${id}`)).body, { ...saved, questions: [] })

    const unfinished = entries(values, { packageIds: [], payment: ['DEPOSIT'], slotMinutes: ['?'] })
    t.equal((await browser.send(`${at}/${id}/preview`, unfinished)).status, 200)
    const other = await browserOf(api, technician)
    t.equal(
      (await other.open(`${at}/${id}/preview`)).status,
      (await other.open(`${at}/${id}`)).status,
    )
    t.equal((await browser.open(`${at}/${org.organizationId}/preview`)).status, 404)
  },
)

t.test('the preview offers times in the evening, too [c20-forms-page]', async (t) => {
  const { call, browser, at, addPackage } = await openStudio()
  // A time zone in which it is between 20:00 and 21:00.
  const ahead = 20 - new Date().getUTCHours()
  const offset = ahead > 14 ? ahead - 24 : ahead
  const timeZone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  t.equal((await call('PATCH', '/organization', { timeZone })).status, 200)
  const packageIds = [(await addPackage()).id]
  const daysWithin = async (horizonDays: number) => {
    const form = { name: `${horizonDays} days`, packageIds, noticeHours: 0, horizonDays }
    const { id } = (await call('POST', '/order-forms', form)).body
    const { text } = await browser.open(`${at}/${id}/preview`)
    return text.match(/>9:00\sAM</g)?.length
  }
  t.equal(await daysWithin(1), 1, 'those of the next day')
  t.equal(await daysWithin(30), 5)
})

t.test('a change sends only changed fields; a form can be archived [c20-forms-page]', async (t) => {
  const { browser, at, addPackage, call } = await openStudio()
  const { id: packageId } = await addPackage()
  const questions = [{ key: 'pets', label: 'Pets?', type: 'YES_NO', required: true }]
  const form = { name: 'Photos', packageIds: [packageId], questions, payment: 'FULL' }
  const { id } = (await call('POST', '/order-forms', form)).body
  const page = valuesOf(await browser.open(`${at}/${id}`), id)
  const labels = page['questions-label'] ?? []
  const renamed = entries(page, {
    name: ['Photos and film'],
    'questions-label': ['Are there pets?', ...labels.slice(1)],
  })
  const saved = await browser.send(`${at}/${id}`, renamed)
  t.match(saved, { status: 303, location: /done=saved/ })
  t.match((await call('GET', `/order-forms/${id}`)).body, {
    name: 'Photos and film',
    questions: [{ key: 'pets', label: 'Are there pets?', required: true }],
    payment: 'FULL',
  })
  const again = valuesOf(await browser.open(`${at}/${id}`), id)
  const choice = entries(again, { 'questions-type': ['CHOICE', '', ''] })
  const refused = await browser.send(`${at}/${id}`, choice)
  t.equal(refused.status, 400)
  t.match(refused.text, 'id="questions-problem"')
  const none = await browser.send(`${at}/${id}`, entries({ ...again, packageIds: [] }))
  t.equal(none.status, 400)
  t.match(none.text, 'id="packageIds-problem"')
  const closed = await browser.send(`${at}/${id}`, entries({ ...again, active: [] }))
  t.equal(closed.status, 303)
  t.match((await browser.open(`${at}/${id}`)).text, 'The page is closed.')
  const end = valuesOf(await browser.open(`${at}/${id}`), 'archive')
  t.match(await browser.send(`${at}/${id}/archive`, entries(end)), { status: 303 })
  t.match((await browser.open(`${at}?archived=true`)).text, 'Photos and film')
  t.match((await browser.open(`${at}/${id}`)).text, 'Archived')
})

t.test('technicians can neither see nor create order forms [c20-forms-page]', async (t) => {
  const { at, technician } = await openStudio()
  const browser = await browserOf(api, technician)
  t.equal((await browser.open(at)).status, 403)
  t.equal((await browser.open(`${at}/new`)).status, 403)
  t.notMatch((await browser.open(at.replace('order-forms', 'today'))).text, '/orders"')
})
