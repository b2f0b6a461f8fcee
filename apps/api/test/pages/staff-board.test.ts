// docs/contract.md#c12-board: all jobs by status, and those that need attention.

import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { addressesIn, api, studio } from '../support/board-studio.ts'

/** A status's column, as HTML. */
function columnOf(text: string, status: string): string {
  return new RegExp(`<section data-status="${status}".*?</section>`, 's').exec(text)?.[0] ?? ''
}

t.test(
  'the board has a column for each status, with its count and its first 20 jobs [c12-board]',
  async (t) => {
    const { book, open, path } = await studio()
    for (let i = 0; i < 22; i++) {
      await book(`House ${String(i).padStart(2, '0')}`, 'BOOKED', {
        scheduledTime: `2099-05-01T10:${String(i).padStart(2, '0')}:00Z`,
      })
    }
    await book('In editing', 'EDITING')
    const { status, text } = await open()
    t.equal(status, 200)
    t.match(columnOf(text, 'BOOKED'), '<span class="count">22</span>')
    t.match(columnOf(text, 'EDITING'), '<span class="count">1</span>')
    t.match(columnOf(text, 'CANCELLED'), '<span class="count">0</span>')
    t.match(columnOf(text, 'EDITING'), 'Eve Editor')
    const first = addressesIn(columnOf(text, 'BOOKED'))
    t.equal(first.length, 20)
    t.equal(first[0], 'House 00', 'the earliest shoot comes first')
    const [, more = ''] =
      /<a class="button" href="([^"]*)">More/.exec(columnOf(text, 'BOOKED')) ?? []
    const rest = await open(new URL(more.replaceAll('&amp;', '&'), `${api.url}${path}`).search)
    t.strictSame(addressesIn(rest.text), ['House 20', 'House 21'])
    t.match(rest.text, 'Back to start')
    const alone = await open('?status=EDITING')
    t.strictSame(addressesIn(alone.text), ['In editing'])
    t.match(
      alone.text,
      /aria-current="true"><span class="dot EDITING"><\/span>Editing <span>1<\/span><\/a>/,
    )
  },
)

t.test('late and unassigned jobs are marked [c12-board]', async (t) => {
  const { book, open } = await studio()
  const late = { scheduledTime: '2026-01-05T10:00:00Z' }
  const wanted: [address: string, flag: string | undefined][] = [
    ['in time', undefined],
    ['not started', 'late'],
    ['not ended', 'late'],
    ['delivered', undefined],
    ['no photographer', 'No technician'],
    ['no cutter', 'No editor'],
    ['both', 'late · No technician'],
  ]
  await book('in time')
  await book('not started', 'BOOKED', late)
  await book('not ended', 'SHOOTING', late)
  await book('delivered', 'DELIVERED', { ...late, editorId: null, technicianId: null })
  await book('no photographer', 'PENDING', { technicianId: null, editorId: null })
  await book('no cutter', 'EDITING', { ...late, editorId: null })
  await book('both', 'PENDING', { ...late, technicianId: null })
  const { text } = await open()
  for (const [address, flag] of wanted) {
    const [card = ''] =
      new RegExp(`<li id="[^"]*"><a [^>]*>${address}<.*?</li>`, 's').exec(text) ?? []
    t.ok(card, address)
    const alarms = [...card.matchAll(/class="alarm">([^<]*)</g)].map(([, text = '']) => text)
    const flags = alarms.map((text) => text.replace(/^Jan 5 .* · /, '')).join(' · ')
    t.equal(flags || undefined, flag, address)
  }
})

t.test('filters for words, person and day are in the URL [c12-board]', async (t) => {
  const { book, open, technician, org, call } = await studio()
  const second = await api.createMember(org, 'TECHNICIAN')
  await book('Alder Ridge')
  await book('Birch Lane', 'EDITING')
  await book('Cedar Court', 'BOOKED', { technicianId: second.userId, editorId: null })
  await book('Dogwood', 'PENDING', { technicianId: null, scheduledTime: '2099-05-03T02:00:00Z' })
  const shown = async (query: string) => addressesIn((await open(query)).text).sort()
  t.strictSame(await shown('?q=birch'), ['Birch Lane'])
  t.strictSame(await shown(`?who=technician.${technician.userId}`), ['Alder Ridge', 'Birch Lane'])
  t.strictSame(await shown('?who=without.technician'), ['Dogwood'])
  t.strictSame(await shown('?who=without.editor'), ['Cedar Court'])
  t.strictSame(await shown('?day=2099-05-02'), ['Dogwood'], "a day in the organization's time zone")
  t.strictSame(await shown(`?q=alder&who=technician.${second.userId}`), [])
  const { text } = await open(`?q=birch&who=technician.${technician.userId}&day=2099-05-01`)
  t.notMatch(text, '<style>', 'nothing to style without a color')
  t.match(text, 'name="q" type="search" value="birch"')
  t.match(text, `value="technician.${technician.userId}" selected`)
  t.match(text, 'type="date" value="2099-05-01"')
  t.match(text, /<summary dir="auto"><span [^>]*>Tom Technician<\/span><i>May 1, 2099</)
  t.match(columnOf(text, 'EDITING'), '<span class="count">1</span>', 'counts are those of the view')
  t.match(
    text,
    `?q=birch&amp;who=technician.${technician.userId}&amp;day=2099-05-01&amp;status=BOOKED`,
  )
  const long = await open(`?q=${'word+'.repeat(30)}`)
  t.equal(long.status, 400)
  t.match(long.text, /role="alert">Search /)
  t.match(long.text, 'type="search" value="word word')
  await call('PATCH', `/users/${technician.userId}`, { active: false })
  t.match((await open()).text, 'Tom Technician', 'a former member still has a name')
})

t.test("a technician's own board isn't called everyone's [c12-board]", async (t) => {
  const { book, path, technician } = await studio()
  await book('Alder Ridge')
  await book('Of another', 'BOOKED', { technicianId: null })
  const browser = await browserOf(api, technician)
  const { text } = await browser.open(path)
  t.strictSame(addressesIn(text), ['Alder Ridge'])
  t.notMatch(text, 'Everyone')
  t.match(text, '<summary dir="auto"><span>Any day</span>')
  t.match((await browser.open(`${path}?day=2099-05-01`)).text, '<span>May 1, 2099</span>')
})

t.test(
  'a job is moved from its menu, which returns to the same view [c12-board, c12-without-javascript]',
  async (t) => {
    const { book, open, path, org, call } = await studio()
    const project = await book('48 Alder & Sons')
    const query = '?who=without.editor&day=2099-05-01'
    const { text } = await open('?q=alder')
    t.match(text, `<input type="hidden" name="back" value="q=alder">`)
    t.match(text, `name="if-match" value="&quot;${project.version}&quot;"`, 'what the person saw')
    for (const to of ['PENDING', 'SHOOTING', 'EDITING', 'CANCELLED']) t.match(text, `value="${to}"`)
    t.match(text, `href="../../app/${org.organizationId}/board/../projects/${project.id}/preview"`)
    const browser = await browserOf(api, org)
    const form = { 'if-match': `"${project.version}"`, to: 'SHOOTING', back: query.slice(1) }
    const sent = await browser.send(`${path}/${project.id}/move`, form)
    t.equal(sent.status, 303)
    t.equal(sent.location, `${path}${query}&moved=${project.id}&done=SHOOTING`)
    const moved = await browser.open(sent.location ?? '')
    t.match(moved.text, '48 Alder &amp; Sons moved to Shooting.')
    t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'SHOOTING')
  },
)

t.test('a card has the street, the time, and the customer or the round [c12-board]', async (t) => {
  const { book, open, call } = await studio()
  const customer = { name: 'Lou Alvarez', email: 'lou@board.test' }
  const customerId = (await call('POST', '/customers', customer)).body.id
  const booked = await book('9 Lake Avenue', 'BOOKED', { customerId, city: 'Pasadena' })
  const returned = await book('7 Oak Lane', 'DELIVERED')
  await call('POST', `/projects/${returned.id}/request-revision`, { comment: 'Brighter, please.' })
  const { text } = await open()
  const cardOf = (id: string) => new RegExp(`<li id="p-${id}">.*?</li>`, 's').exec(text)?.[0] ?? ''
  t.match(
    cardOf(booked.id),
    /title="Pasadena · May 1, 2099, 9:30\sAM" dir="auto">9 Lake Avenue<\/a>/,
  )
  t.match(cardOf(booked.id), /<time [^>]*>May 1, 2099 9:30\sAM<\/time>/)
  t.match(cardOf(booked.id), '<span dir="auto">Lou Alvarez</span>')
  t.match(cardOf(booked.id), '<span class="hidden" dir="auto">Tom Technician</span>')
  t.match(cardOf(returned.id), '<b>Round 1</b>')
})

t.test('the slower of two people sees both moves and chooses [c12-board]', async (t) => {
  const { book, path, org, call } = await studio()
  const project = await book('48 Alder Ridge')
  await call('PATCH', `/projects/${project.id}/status`, { status: 'EDITING' })
  const browser = await browserOf(api, org)
  const action = `${path}/${project.id}/move`
  const form = { to: 'SHOOTING', back: 'q=alder', 'if-match': `"${project.version}"` }
  const asked = await browser.send(action, form)
  t.equal(asked.status, 412)
  t.match(asked.text, '<dt>Your change</dt><dd dir="auto" class="lines">Shooting</dd>')
  t.match(asked.text, '<dt>Current</dt><dd dir="auto" class="lines">Editing</dd>')
  t.match(asked.text, '<input type="hidden" name="back" value="q=alder">')
  t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'EDITING')
  const [, etag = ''] = /name="if-match" value="([^"]*)"/.exec(asked.text) ?? []
  const again = await browser.send(action, { ...form, 'if-match': etag.replaceAll('&quot;', '"') })
  t.equal(again.status, 303)
  t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'SHOOTING')
})

t.test(
  'people who can’t assign see only their jobs, and only allowed moves [c12-board, c12-home]',
  async (t) => {
    const { book, open, technician, editor, org, path } = await studio()
    const shooting = await book('Of the technician', 'SHOOTING', { editorId: null })
    await book('Of the editor', 'EDITING', { technicianId: null })
    await book('Of no one', 'SHOOTING', { technicianId: null, editorId: null })
    const own = await open('?who=without.technician', technician)
    t.strictSame(addressesIn(own.text), ['Of the technician'])
    t.match(columnOf(own.text, 'SHOOTING'), '<span class="count">1</span>')
    t.strictSame(
      [...own.text.matchAll(/name="to" value="([A-Z_]+)"/g)].map(([, to]) => to),
      ['UPLOADED'],
    )
    t.notMatch(own.text, '<select')
    t.notMatch(own.text, 'projects/new')
    t.strictSame(addressesIn((await open('', editor)).text), ['Of the editor'])
    const form = { to: 'DELIVERED', 'if-match': `"${shooting.version}"` }
    const refused = await (await browserOf(api, technician)).send(
      `${path}/${shooting.id}/move`,
      form,
    )
    t.equal(refused.status, 403)
    const home = `/app/${org.organizationId}`
    for (const [person, first] of [
      [org, 'board'],
      [await api.createMember(org, 'MANAGER'), 'board'],
      [technician, 'today'],
      [editor, 'today'],
    ] as const) {
      t.equal((await (await browserOf(api, person)).open(home)).location, `${home}/${first}`)
    }
  },
)

t.test(
  "a module reading the board gets no styles, which its page's policy would refuse",
  async (t) => {
    const org = await api.createOrg()
    await org.call('PATCH', '/organization', { colour: '#7a1fa2' })
    const browser = await browserOf(api, org)
    const path = `/app/${org.organizationId}/board`
    t.match((await browser.open(path)).text, '<style>')
    t.notMatch((await browser.open(path, { 'sec-fetch-dest': 'empty' })).text, '<style')
  },
)

t.test('untrusted text is escaped on the board', async (t) => {
  const { book, open } = await studio()
  await book(`<script>alert(1)</script>"'><img src=x>`)
  const { text } = await open(`?q=${encodeURIComponent('"><img src=x>')}`)
  t.notMatch(text, '<img src=x')
  t.equal(
    [...(await open()).text.matchAll(/<script/g)].length,
    2,
    'its module, and the search on all pages',
  )
})
