// docs/contract.md#c12-customers: staff pages for customers.

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
const at = `/app/${org.organizationId}/customers`
const ann = { name: 'Ann Agent', email: 'ann@agents.test' }

t.test(
  'a customer is added once, searched for, and changed [c12-record-forms, c12-customers]',
  async (t) => {
    const browser = await browserOf(api, manager)
    t.match((await browser.open(at)).text, 'No customers yet.')
    const form = { ...fieldsOf(await browser.open(`${at}/new`), 'customers/new'), ...ann }
    const added = [await browser.send(`${at}/new`, form), await browser.send(`${at}/new`, form)]
    t.equal(added[0]?.status, 303)
    t.equal(added[0]?.location, added[1]?.location, 'sent twice, it is added once')
    const page = await browser.open(added[0]?.location ?? '')
    t.match(page.text, 'Customer added.')
    const path = added[0]?.location?.split('?')[0] ?? ''
    const id = path.split('/').at(-1) ?? ''
    const change = {
      ...fieldsOf(page, id),
      phone: '+1 555 0100',
      notes: 'Line 1\r\nLine 2',
      language: 'es',
    }
    t.match((await browser.send(path, change)).location, 'done=saved')
    t.match((await call('GET', `/customers/${id}`)).body, {
      ...ann,
      phone: '+1 555 0100',
      notes: 'Line 1\nLine 2',
      company: null,
      language: 'es',
      mailOptOut: false,
    })
    const reports = `/app/${org.organizationId}/reports?customerId=${id}`
    t.match((await browser.open(path)).text, `${reports}">Reports</a>`)
    t.match((await browser.open(path)).text, /<dt>Language<\/dt>\s*<dd[^>]*>Español/)
    const again = fieldsOf(await browser.open(path), id)
    t.match((await browser.send(path, again)).location, 'done=same')
    const nameless = await browser.send(path, { ...again, name: ' ' })
    t.match(nameless, { status: 400, text: 'id="name-problem">Name is required</span>' })
    const cleared = await browser.send(path, { ...again, phone: '', mailOptOut: 'yes' })
    t.match(cleared.location, 'done=saved')
    t.match((await call('GET', `/customers/${id}`)).body, { phone: null, mailOptOut: true })
    for (const [words, isFound] of [
      ['age', true],
      ['agents.test ann', true],
      ['bob', false],
    ] as const) {
      const { text } = await browser.open(`${at}?q=${encodeURIComponent(words)}`)
      t.equal(text.includes(`/${id}"`), isFound, words)
    }
    const refused = await browser.open(`${at}?q=a`)
    t.equal(refused.status, 400)
    t.match(refused.text, 'role="alert">Search ')
  },
)

t.test(
  'a refused value is explained next to its field, and no input is lost [c12-record-forms]',
  async (t) => {
    const browser = await browserOf(api, manager)
    const form = fieldsOf(await browser.open(`${at}/new`), 'customers/new')
    const sent = { ...form, name: '', email: 'no address', notes: 'Kept <words>' }
    const { status, text } = await browser.send(`${at}/new`, sent)
    t.equal(status, 400)
    t.match(text, 'id="email-problem">Enter an email address, like name@example.com</span>')
    t.match(text, 'id="name-problem">Name is required</span>')
    t.match(text, 'Kept &lt;words&gt;</textarea>')
    const taken = { ...fieldsOf({ text }, 'customers/new'), name: 'Ann', email: 'ANN@agents.test' }
    const conflict = await browser.send(`${at}/new`, taken)
    t.equal(conflict.status, 409)
    t.match(conflict.text, 'id="email-problem">')
  },
)

t.test(
  'a concurrent change to a customer asks for a decision, and loses nothing [c12-record-forms]',
  async (t) => {
    const { body } = await call('POST', '/customers', { name: 'Two', email: 'two@agents.test' })
    const browser = await browserOf(api, manager)
    const form = fieldsOf(await browser.open(`${at}/${body.id}`), body.id)
    await call('PATCH', `/customers/${body.id}`, { name: 'Theirs', phone: '+1 555 0199' })
    const asked = await browser.send(`${at}/${body.id}`, { ...form, name: 'Mine' })
    t.equal(asked.status, 412)
    t.match(
      asked.text,
      /Your change<\/dt><dd[^>]*>Name: Mine<.*Current<\/dt><dd[^>]*>Name: Theirs</s,
    )
    const saved = await browser.send(`${at}/${body.id}`, fieldsOf(asked, body.id))
    t.equal(saved.status, 303)
    t.match((await call('GET', `/customers/${body.id}`)).body, {
      name: 'Mine',
      phone: '+1 555 0199',
    })
  },
)

t.test(
  'deletion asks first if someone else has changed the record [c12-record-forms]',
  async (t) => {
    const { body } = await call('POST', '/customers', { name: 'Old', email: 'gone@agents.test' })
    const path = `${at}/${body.id}`
    const browser = await browserOf(api, manager)
    const form = fieldsOf(await browser.open(path), '/delete')
    await call('PATCH', `/customers/${body.id}`, { name: 'Theirs' })
    const asked = await browser.send(`${path}/delete`, form)
    t.match(asked, { status: 412, text: 'Theirs, gone@agents.test' })
    t.equal((await call('GET', `/customers/${body.id}`)).status, 200)
    const gone = await browser.send(`${path}/delete`, fieldsOf(asked, 'delete'))
    t.match(gone.location, 'done=deleted')
  },
)

t.test('a refused form remembers the version the person saw [c12-record-forms]', async (t) => {
  const { body } = await call('POST', '/customers', { name: 'Old', email: 'old@agents.test' })
  const path = `${at}/${body.id}`
  const browser = await browserOf(api, manager)
  const form = fieldsOf(await browser.open(path), body.id)
  await call('PATCH', `/customers/${body.id}`, { name: 'Theirs' })
  const refused = await browser.send(path, { ...form, name: 'Mine', email: 'none' })
  t.equal(refused.status, 400)
  const again = { ...fieldsOf(refused, body.id), email: 'old@agents.test' }
  t.match(await browser.send(path, again), { status: 412, text: 'Name: Theirs' })
})

t.test(
  "a customer's page lists their projects; they can be deleted only without any [c12-customers]",
  async (t) => {
    const { body } = await call('POST', '/customers', { name: 'Del', email: 'del@agents.test' })
    const path = `${at}/${body.id}`
    const browser = await browserOf(api, manager)
    const booking = { customerId: body.id, addressLine1: '48 Alder Ridge Road' }
    const scheduledTime = '2026-05-01T16:30:00Z'
    const { body: project } = await call('POST', '/projects/create', { ...booking, scheduledTime })
    const page = await browser.open(path)
    t.match(page.text, new RegExp(`projects/${project.id}" dir="auto">48 Alder Ridge Road<`))
    const refused = await browser.send(`${path}/delete`, fieldsOf(page, '/delete'))
    t.equal(refused.status, 409)
    t.match(refused.text, 'role="alert"')
    await call('PATCH', `/projects/${project.id}`, { customerId: null })
    const form = fieldsOf(await browser.open(path), '/delete')
    for (const each of [1, 2]) {
      const { location } = await browser.send(`${path}/delete`, form)
      t.match(location, 'done=deleted', `sent ${each} times`)
    }
    t.equal((await browser.open(path)).status, 404)
  },
)

t.test('the list leads to the import of a file [c12-customers]', async (t) => {
  const browser = await browserOf(api, manager)
  const { text } = await browser.open(at)
  const [, path = ''] = /href="([^"]+)">Import<\/a>/.exec(text) ?? []
  const page = await browser.open(new URL(path, `http://studio.test${at}`).pathname)
  t.match(page, { status: 200, text: 'Check file' })
})

t.test('roles that may not change customers see them without forms [c12-customers]', async (t) => {
  const { body } = await call('POST', '/customers', { name: 'Read', email: 'read@agents.test' })
  const browser = await browserOf(api, technician)
  const page = await browser.open(`${at}/${body.id}`)
  t.match(page.text, 'read@agents.test')
  t.notMatch(page.text, '<form')
  const list = await browser.open(at)
  t.notMatch(list.text, 'Add a customer')
  t.notMatch(list.text, /developers\/imports"/)
  const forms = [`${at}/new`, `${at}/${body.id}`, `${at}/${body.id}/delete`]
  for (const path of forms) {
    t.equal((await browser.send(path, { name: 'No', email: 'no@agents.test' })).status, 403, path)
  }
  t.equal((await browser.open(`${at}/new`)).status, 403)
})

t.test(
  'the list shows what each customer owes, to roles that see money [c12-customers]',
  async (t) => {
    const { body: olga } = await call('POST', '/customers', { name: 'Olga', email: 'o@owed.test' })
    for (const [currency, unitAmount] of [
      ['EUR', 5_000],
      ['USD', 18_000],
      ['USD', 4_000],
    ]) {
      const lineItems = [{ description: 'Shoot', quantity: 1, unitAmount }]
      const draft = { customerId: olga.id, currency, lineItems }
      const { body: invoice } = await call('POST', '/invoices', draft)
      await call('POST', `/invoices/${invoice.id}/send`)
    }
    const list = `${at}?q=owed`
    const seen = await (await browserOf(api, manager)).open(list)
    t.match(seen.text, /Owed<\/span> €50\.00 \+ \$220\.00</)
    const unseen = await (await browserOf(api, technician)).open(list)
    t.match(unseen.text, 'Olga')
    t.notMatch(unseen.text, 'Owed')
  },
)

t.test('the list is paginated, and names are escaped [c12-customers]', async (t) => {
  const text = `<script>alert(1)</script>"'><img src=x>`
  for (let i = 0; i < 51; i++) {
    await call('POST', '/customers', { name: `${text} ${i}`, email: `many${i}@agents.test` })
  }
  const browser = await browserOf(api, technician)
  const first = await browser.open(`${at}?q=many`)
  t.notMatch(first.text, /<script>|<img src=x/)
  t.equal(first.text.match(/<li><span>/g)?.length, 50)
  const [, next = ''] = /href="[^"]*(\?q=many&amp;cursor=[^"]+)"/.exec(first.text) ?? []
  const second = await browser.open(`${at}${next.replaceAll('&amp;', '&')}`)
  t.equal(second.text.match(/<li><span>/g)?.length, 1)
  t.match(second.text, 'Back to start')
})
