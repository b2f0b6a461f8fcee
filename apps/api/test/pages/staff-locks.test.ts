// docs/contract.md#c19-policy docs/contract.md#c19-unlock-staff: staff lock downloads until payment, and unlock them.
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const { org, call, deliver } = await deliveringStudio(api)
const app = `/app/${org.organizationId}`
const manager = await api.createMember(org, 'MANAGER')
let customers = 0

async function addCustomer(): Promise<string> {
  const { body } = await call('POST', '/customers', {
    name: 'Ann Agent',
    email: `ann-${++customers}@clients.example`,
  })
  return body.id
}

/** A delivered job of $180. */
async function delivered(message: object = {}) {
  const customerId = await addCustomer()
  const { body: offer } = await call('POST', '/packages', {
    name: 'Signature',
    priceAmount: 18_000,
    currency: 'USD',
  })
  const technician = await api.createMember(org, 'TECHNICIAN')
  const delivery = await deliver(
    { customerId, packageId: offer.id, technicianId: technician.userId },
    message,
  )
  return { ...delivery, technician, at: `${app}/projects/${delivery.project.id}` }
}

t.test('the settings switch locking on and off for all deliveries [c19-policy]', async (t) => {
  const browser = await browserOf(api, org)
  const at = `${app}/settings`
  const stored = async () => (await call('GET', '/organization')).body.lockDownloads
  const { lockDownloads: off, ...form } = fieldsOf(await browser.open(at), '/settings')
  t.equal(off, undefined, 'off at first')
  const on = await browser.send(at, { ...form, lockDownloads: 'yes' })
  t.match(on.location, 'done=saved')
  t.equal(await stored(), true)
  const shown = fieldsOf(await browser.open(at), '/settings')
  t.equal(shown.lockDownloads, 'yes', 'the box is checked')
  const locked = await delivered()
  t.not((await locked.open()).body.lock, null)
  const { lockDownloads, ...unchecked } = shown
  t.match((await browser.send(at, unchecked)).location, 'done=saved')
  t.notOk(await stored())
  const open = await delivered()
  t.equal((await open.open()).body.lock, null)
})

t.test("a customer's page overrides the settings or follows them [c19-policy]", async (t) => {
  const browser = await browserOf(api, manager)
  const id = await addCustomer()
  const at = `${app}/customers/${id}`
  for (const [chosen, stored] of [
    ['true', true],
    ['false', false],
    ['', null],
  ] as const) {
    const form = fieldsOf(await browser.open(at), id)
    const { location } = await browser.send(at, { ...form, lockDownloads: chosen })
    t.match(location, 'done=saved')
    t.equal((await call('GET', `/customers/${id}`)).body.lockDownloads, stored)
    t.equal(fieldsOf(await browser.open(at), id).lockDownloads, chosen)
  }
})

t.test("a client viewing a delivery doesn't delay its revocation [c12-project]", async (t) => {
  const { at, open, view, project } = await delivered()
  const browser = await browserOf(api, manager)
  const form = fieldsOf(await browser.open(at), '/revoke')
  await view()
  t.match((await browser.send(`${at}/revoke`, form)).location, 'done=revoked')
  t.equal((await open()).status, 404)

  await call('POST', `/projects/${project.id}/deliver`, {})
  const stale = await browser.send(`${at}/revoke`, form)
  t.equal(stale.status, 412, 'a later delivery has a different link')
  t.match(stale.text, 'Someone else changed this')
  const again = await browser.send(`${at}/revoke`, fieldsOf(stale, 'revoke'))
  t.match(again.location, 'done=revoked')
})

t.test('a manager unlocks a delivery with a reason [c19-unlock-staff]', async (t) => {
  const { at, open, view, project } = await delivered({ requirePayment: true })
  const browser = await browserOf(api, manager)
  const page = await browser.open(at)
  t.match(page.text, 'Unlock downloads')
  const form = fieldsOf(page, '/unlock')
  const without = await browser.send(`${at}/unlock`, { ...form, reason: ' ' })
  t.equal(without.status, 400)
  t.not((await open()).body.lock, null, 'a reason is required')
  await view()
  const done = await browser.send(`${at}/unlock`, { ...form, reason: 'Pays by <check>' })
  t.match(done.location, 'done=unlocked')
  t.equal((await open()).body.lock, null)
  const after = (await browser.open(done.location ?? '')).text
  t.match(after, 'Downloads unlocked.')
  t.match(after, 'Pays by &lt;check&gt;')
  t.notMatch(after, '/unlock"')
  t.match((await call('GET', `/projects/${project.id}/delivery`)).body, {
    unlockReason: 'STAFF',
    unlockedByUserId: manager.userId,
    unlockNote: 'Pays by <check>',
  })
})

t.test('other roles have no button, and their form is refused [c19-unlock-staff]', async (t) => {
  const { at, open, technician } = await delivered({ requirePayment: true })
  const form = fieldsOf(await (await browserOf(api, manager)).open(at), '/unlock')
  const editor = await api.createMember(org, 'EDITOR')
  for (const person of [technician, editor]) {
    const browser = await browserOf(api, person)
    t.notMatch((await browser.open(at)).text, '/unlock"')
    const { status } = await browser.send(`${at}/unlock`, { ...form, reason: 'Please' })
    t.equal(status, 403)
  }
  t.not((await open()).body.lock, null)
})
