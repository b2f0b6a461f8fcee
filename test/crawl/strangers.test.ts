// docs/contract.md#c23-strangers: everything public about an organization, as a stranger sees it.

import { openCardApi } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { addressesOf } from '@mediajobs/testing/api/page-forms'
import { getPage } from '@mediajobs/testing/api/pages'
import { HOUSE, siteStudio, WEBSITE } from '@mediajobs/testing/api/published-site'
import t, { type Test } from 'tap'

const SITE = 'https://pages.test'
const { api, emulator } = await openCardApi(t, { deliveryBaseUrl: `${SITE}/deliveries` })
const ordering = await orderingStudio(api, emulator)
const { org, call } = ordering
const { deliverPair, deliver, addMedia, addPreview, check } = await siteStudio(api, org)

/** Internal texts, each stored somewhere in the records behind the pages. */
const SECRETS = {
  notes: 'Gate code 4711',
  access: 'Lockbox behind the shed',
  customerNotes: 'Pays late',
}
const manager = await api.createMember(org, 'MANAGER')
const editor = await api.createMember(org, 'EDITOR')
const people = check(await call('GET', '/users')).data as { id: string; email: string }[]

async function customer(name: string) {
  const body = {
    name,
    email: `${name.toLowerCase()}@clients.example`,
    phone: '+1 626 555 0199',
    notes: SECRETS.customerNotes,
  }
  return check(await call('POST', '/customers', body)) as { id: string; email: string }
}

const [ann, bob] = [await customer('Annabel'), await customer('Bertram')]
const job = (customerId: string) => ({
  ...HOUSE,
  customerId,
  notes: SECRETS.notes,
  bookingAnswers: [{ question: 'How do we get in?', answer: SECRETS.access }],
  editorId: editor.userId,
  projectManagerId: manager.userId,
})
const note = { alterationKind: 'SKY', alterationNote: 'The sky is another.' } as const

/** A delivered job with a website, its altered picture and its pay link. */
async function everything(customerId: string) {
  const pair = await deliverPair(job(customerId), note)
  await addPreview(pair.altered)
  const path = `/projects/${pair.project.id}/website`
  check(await call('PUT', path, WEBSITE))
  const website = check(await call('POST', `${path}/publish`, {}))
  const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: 20_000 }]
  const invoice = check(await call('POST', '/invoices', { customerId, currency: 'USD', lineItems }))
  check(await call('POST', `/invoices/${invoice.id}/send`))
  const pay = check(await call('POST', `/invoices/${invoice.id}/pay-link`))
  const pathOf = (url: string) => new URL(url).pathname
  return {
    projectId: pair.project.id as string,
    pages: {
      deliveries: `/deliveries/${pair.token}`,
      originals: pathOf(pair.url),
      sites: pathOf(website.brandedUrl),
      tours: pathOf(website.unbrandedUrl),
      pay: pathOf(pay.url),
    },
  }
}

const [mine, other] = [await everything(ann.id), await everything(bob.id)]
const FORM = 'Spring campaign form'
const form = await ordering.form({ payment: 'NONE', name: FORM })
const order = await ordering.order(form)
const locked = await deliver(job(ann.id), { requirePayment: false }, async (id) =>
  addPreview(await addMedia(id)),
)
/** By the path segment before the token. */
const PAGES = {
  ...mine.pages,
  orders: `/orders/${order.token}`,
  book: `/book/${form.publicId}`,
  my: `/my/${org.organizationId}`,
}
const OTHERS = [...Object.values(other.pages), `/deliveries/${locked.token}`]
const lastOf = (path: string) => path.split('/').at(-1) ?? ''

/** The pages that each may link to, besides itself and `my`, whose address has no token. */
const LEADS_TO: Readonly<Record<string, readonly string[]>> = {
  deliveries: ['originals'],
  sites: ['originals'],
  orders: ['book'],
  pay: ['deliveries'],
}

function expectNothing(t: Test, text: string): void {
  const secrets = [
    ...Object.values(SECRETS),
    ...[...people, ann, bob].flatMap(({ id, email }) => [id, email]),
    mine.projectId,
    other.projectId,
    ...OTHERS.map(lastOf),
  ]
  t.strictSame(
    secrets.filter((each) => text.includes(each)),
    [],
  )
}

for (const [name, path] of Object.entries(PAGES)) {
  t.test(`a stranger at /${name} sees no internal text [c23-strangers]`, async (t) => {
    const page = await getPage(api.url, path)
    t.equal(page.status, 200, path)
    // A portal's data requires a signed-in customer.
    const data = name === 'my' ? '' : JSON.stringify((await api.stranger('GET', path)).body)
    for (const text of [page.text, data]) expectNothing(t, text)
    t.notMatch(page.text, FORM, 'the name of the order form')
    const allowed = [name, 'my', ...(LEADS_TO[name] ?? [])]
    for (const [to, target] of Object.entries(PAGES)) {
      if (!allowed.includes(to)) t.notOk(page.text.includes(lastOf(target)), `it names /${to}`)
    }
  })

  t.test(`the token of /${name} opens nothing else [c23-strangers]`, async (t) => {
    const token = lastOf(path)
    for (const other of Object.keys(PAGES).filter((each) => each !== name)) {
      const { status } = await getPage(api.url, `/${other}/${token}`)
      // A portal shows one page for every URL.
      const isClosed = status === 404 || (other === 'my' && status === 303)
      // The order's token is the pay link of its invoice: docs/contract.md#c20-payment
      t.ok(isClosed || (name === 'orders' && other === 'pay'), `/${other}: ${status}`)
    }
  })
}

t.test('public pages link only to public pages [c23-strangers]', async (t) => {
  const seen = new Set<string>(Object.values(PAGES))
  const waiting = [...seen]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    // The file isn't in this test's store.
    if (path.includes('/media/')) {
      t.equal((await api.stranger('GET', path)).status, 307, path)
      continue
    }
    const { status, headers, text } = await getPage(api.url, path)
    t.ok([200, 303, 307].includes(status), `${path}: ${status}`)
    if (!headers.get('content-type')?.startsWith('text/html')) continue
    const { links, files } = addressesOf({ text })
    for (const address of [...links, ...files]) {
      const url = new URL(address.replaceAll('&amp;', '&'), `${api.url}${path}`)
      const isOwn = url.origin === api.url || url.origin === SITE
      if (!isOwn || seen.has(url.pathname + url.search)) continue
      seen.add(url.pathname + url.search)
      waiting.push(url.pathname + url.search)
    }
  }
  const first = [...seen].map((path) => path.split('/')[1])
  t.strictSame(
    [...new Set(first)].filter((each) => !['assets', ...Object.keys(PAGES)].includes(each ?? '')),
    [],
  )
  for (const path of seen) t.notMatch(path, /^\/app/)
})
