// docs/contract.md#c12-people: staff pages for an organization's people.

import { testApp } from '@mediajobs/testing/api/app'
import { fieldsOf } from '@mediajobs/testing/api/page-forms'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const deliveryBaseUrl = 'http://127.0.0.1:3000/deliveries'
const api = await testApp(t, { trustProxy: true, deliveryBaseUrl })
const org = await api.createOrg()
const [manager, technician] = await Promise.all([
  api.createMember(org, 'MANAGER'),
  api.createMember(org, 'TECHNICIAN'),
])
const { call } = org
const at = `/app/${org.organizationId}/people`
const session = async (person: Pick<typeof org, 'token'>) => {
  const browser = await browserOf(api, person)
  browser.cookies.set('session', browser.cookies.get('__Host-session') ?? '')
  return browser
}

t.test('a person is invited once, and the link shown once [c12-people]', async (t) => {
  const browser = await session(manager)
  const page = await browser.open(`${at}/new`)
  t.notMatch(page.text, 'value="ADMIN"', "no role above one's own")
  const blank = fieldsOf(page, 'people/new')
  t.equal(blank.role, '', 'a role is chosen, not guessed')
  const form = { ...blank, name: 'Tess', email: 'tess@studio.test' }
  const made = await browser.send(`${at}/new`, { ...form, role: 'TECHNICIAN' })
  t.equal(made.status, 200)
  const [, token = ''] =
    /value="http:\/\/127\.0\.0\.1:3000\/invitations#token=([^"]+)"/.exec(made.text) ?? []
  const accepted = await api.request('POST', '/auth/invitations/accept', {
    body: { token, password: 'correct horse battery' },
  })
  t.equal(accepted.status, 201)
  const twice = await browser.send(`${at}/new`, { ...form, role: 'TECHNICIAN' })
  t.match(twice, { status: 409, text: 'link was already shown' })
  const list = await browser.open(`${at}?role=TECHNICIAN&active=true`)
  t.match(list.text, />Tess<\/a>/)
  t.notMatch((await browser.open(`${at}?active=false`)).text, />Tess<\/a>/)
  const taken = await browser.send(`${at}/new`, {
    ...form,
    role: 'EDITOR',
    'idempotency-key': 'another',
  })
  t.match(taken, { status: 409, text: 'id="email-problem">' })
})

t.test('an invitation can be renewed until it is accepted [c12-people]', async (t) => {
  const { body } = await call('POST', '/users', {
    name: 'Late',
    email: 'late@studio.test',
    role: 'EDITOR',
  })
  const path = `${at}/${body.id}`
  const browser = await session(manager)
  t.match((await browser.open(path)).text, '<dd dir="auto">Invited</dd>')
  t.match((await browser.open(at)).text, /Late<\/a><\/span>\s*<span>Editor · Invited<\/span>/)
  const again = await browser.send(
    `${path}/invitation`,
    fieldsOf(await browser.open(path), '/invitation'),
  )
  const [, token = ''] = /#token=([^"]+)"/.exec(again.text) ?? []
  const accept = (each: string) =>
    api.request('POST', '/auth/invitations/accept', {
      body: { token: each, password: 'correct horse battery' },
    })
  t.equal((await accept(body.invitationToken)).status, 401, 'the previous link is revoked')
  const form = fieldsOf(await browser.open(path), '/invitation')
  t.equal((await call('GET', path.replace(/.*people/, '/users'))).body.acceptedAt, null)
  t.equal((await accept(token)).status, 201)
  t.match((await browser.open(path)).text, '<dd dir="auto">Active</dd>')
  t.notMatch((await browser.open(at)).text, 'Editor · Invited')
  t.match(await browser.send(`${path}/invitation`, form), {
    status: 409,
    text: 'This person has already accepted',
  })
  t.notMatch((await browser.open(path)).text, '/invitation"', 'there is no pending invitation')
})

t.test(
  'a role can be changed, and a deactivated person loses access immediately [c12-people]',
  async (t) => {
    const editor = await api.createMember(org, 'EDITOR')
    const path = `${at}/${editor.userId}`
    const [browser, theirs] = [await session(manager), await session(editor)]
    const form = fieldsOf(await browser.open(path), editor.userId)
    const changed = await browser.send(path, { ...form, role: 'TECHNICIAN' })
    t.match(changed.location, 'done=saved')
    t.equal((await call('GET', `/users/${editor.userId}`)).body.role, 'TECHNICIAN')
    t.equal((await theirs.open(path)).status, 200)
    const old = fieldsOf(await browser.open(path), '/active')
    await call('PATCH', `/users/${editor.userId}`, { name: 'Renamed' })
    const asked = await browser.send(`${path}/active`, old)
    t.match(asked, { status: 412, text: 'Active: No' })
    const gone = await browser.send(`${path}/active`, fieldsOf(asked, 'active'))
    t.match(gone.location, 'done=deactivated')
    t.equal((await theirs.open(path)).status, 403)
    const back = fieldsOf(await browser.open(path), '/active')
    const active = await browser.send(`${path}/active`, { ...back, active: 'yes' })
    t.match(active.location, 'done=activated')
    const own = `${at}/${org.userId}`
    const admin = await session(org)
    const last = await admin.send(`${own}/active`, fieldsOf(await admin.open(own), '/active'))
    t.match(last, { status: 409, text: 'Make someone else an administrator first' })
  },
)

t.test('working hours are entered as text for each day [c12-people]', async (t) => {
  const path = `${at}/${technician.userId}`
  const browser = await session(manager)
  const page = await browser.open(path)
  t.match(page.text, 'These are the default hours.')
  const form = fieldsOf(page, '/hours')
  t.equal(form['workingHours.monday'], '09:00-17:00')
  const sent = {
    ...form,
    'workingHours.monday': '8-12, 13:00 – 24:00',
    'workingHours.friday': '',
    'workingHours.sunday': '10:00-14:00',
  }
  t.match((await browser.send(`${path}/hours`, sent)).location, 'done=hours')
  const { body } = await call('GET', `/users/${technician.userId}`)
  t.strictSame(body.workingHours.monday, [
    { from: '08:00', to: '12:00' },
    { from: '13:00', to: '24:00' },
  ])
  t.strictSame(body.workingHours.tuesday, [{ from: '09:00', to: '17:00' }])
  t.strictSame(body.workingHours.friday, [])
  const next = fieldsOf(await browser.open(path), '/hours')
  const wrong = await browser.send(`${path}/hours`, { ...next, 'workingHours.tuesday': 'noon' })
  t.match(wrong, { status: 400, text: 'id="workingHours.tuesday-problem">Enter hours like' })
  const late = { ...next, 'workingHours.tuesday': '17-9', 'workingHours.monday': '25-26' }
  const refused = await browser.send(`${path}/hours`, late)
  t.match(refused, { status: 400, text: 'Enter hours like 9:00-17:00' })
  const reset = fieldsOf(await browser.open(path), '/default-hours')
  t.match((await browser.send(`${path}/default-hours`, reset)).location, 'done=hours')
  t.equal((await call('GET', `/users/${technician.userId}`)).body.workingHours, null)
})

t.test('each role sees forms only for people it may change [c12-people]', async (t) => {
  const [managing, working] = [await session(manager), await session(technician)]
  const [admin, editor] = [`${at}/${org.userId}`, await api.createMember(org, 'EDITOR')]
  t.notMatch((await managing.open(admin)).text, '<form method="post"')
  t.match((await managing.open(`${at}/${editor.userId}`)).text, '<form method="post"')
  const own = await working.open(`${at}/${technician.userId}`)
  t.match(own.text, '<dt>Monday</dt><dd>09:00-17:00</dd>')
  t.notMatch(own.text, '<form method="post"')
  t.notMatch((await working.open(at)).text, 'Invite a person')
  const paths = ['', '/hours', '/default-hours', '/active', '/invitation']
  for (const path of paths) {
    const fields = { name: 'No', 'workingHours.monday': '9-10', 'was-active': 'yes' }
    const { status } = await managing.send(`${admin}${path}`, fields)
    t.equal(status, 403, `of an administrator, by a manager: ${path}`)
    const other = await working.send(`${at}/${editor.userId}${path}`, fields)
    t.equal(other.status, 403, `by a technician: ${path}`)
  }
  t.equal((await managing.open(`${at}/${crypto.randomUUID()}`)).status, 404)
})
