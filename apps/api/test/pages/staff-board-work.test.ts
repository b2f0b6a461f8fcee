// docs/contract.md#c12-board-filters: search, list, assignment and undo on the board.

import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { addressesIn, api, studio } from '../support/board-studio.ts'

t.test(
  'a move offers Undo only if the role may move back [c12-board-undo, c12-without-javascript]',
  async (t) => {
    const { book, path, org, technician, call } = await studio()
    const project = await book('48 Alder Ridge')
    const browser = await browserOf(api, org)
    const move = async (person: typeof browser, to: string, back = '') => {
      const { body } = await call('GET', `/projects/${project.id}`)
      const form = { 'if-match': `"${body.version}"`, to, back }
      const { location = '' } = await person.send(`${path}/${project.id}/move`, form)
      return (await person.open(location)).text
    }
    const undoOf = (text: string) =>
      /<span id="undo".*?action="([^"]*)".*?name="if-match" value="([^"]*)".*?value="([A-Z_]*)"[^>]*>Undo</s.exec(
        text,
      )
    const [, action = '', etag = '', to = ''] =
      undoOf(await move(browser, 'SHOOTING', 'q=alder')) ?? []
    t.equal(to, 'BOOKED')
    const undone = await browser.send(new URL(action, `${api.url}${path}`).pathname, {
      'if-match': etag.replaceAll('&quot;', '"'),
      to,
      back: 'q=alder',
    })
    t.equal(undone.location, `${path}?q=alder&moved=${project.id}&done=BOOKED`)
    t.equal((await call('GET', `/projects/${project.id}`)).body.status, 'BOOKED')
    await move(browser, 'SHOOTING')
    const own = await move(await browserOf(api, technician), 'UPLOADED')
    t.match(own, 'moved to Uploaded.')
    t.notOk(undoOf(own), "a technician can't move it back")
    const seen = await (await browserOf(api, org)).open(`${path}?done=UPLOADED&moved=${project.id}`)
    t.notOk(undoOf(seen.text), "nor can anyone undo another person's move")
    await call('POST', `/projects/${project.id}/deliver`, {})
    t.notOk(undoOf(await move(browser, 'EDITING')), 'nothing is redelivered')
  },
)

t.test('quick filters add to the other filters, and show counts [c12-board-filters]', async (t) => {
  const { book, open, org } = await studio()
  const late = { scheduledTime: '2026-01-05T10:00:00Z' }
  await book('Alder late', 'BOOKED', late)
  await book('Alder in time')
  await book('Birch nobody', 'PENDING', { technicianId: null })
  await book('Cedar no editor', 'EDITING', { editorId: null, ...late })
  await book('Dogwood done', 'DELIVERED', { editorId: null, technicianId: null })
  await book('Elm mine', 'IN_REVIEW', { projectManagerId: org.userId })
  const { text } = await open('?q=alder')
  const [quick = ''] = /<ul class="quick".*?<\/ul>/s.exec((await open()).text) ?? []
  t.match(quick, 'Unassigned <b>2</b>')
  t.match(quick, 'Late <b>1</b>')
  t.match(text, '?q=alder&amp;late=1"', 'the others stay')
  const shown = async (query: string) => addressesIn((await open(query)).text).sort()
  t.strictSame(await shown('?late=1'), ['Alder late'])
  t.strictSame(await shown('?who=without'), ['Birch nobody', 'Cedar no editor'])
  t.strictSame(await shown('?q=cedar&who=without'), ['Cedar no editor'])
  t.strictSame(await shown('?q=alder&late=1'), ['Alder late'])
  t.strictSame(await shown(`?who=manager.${org.userId}`), ['Elm mine'])
  t.match((await open('?late=1')).text, '?" aria-current="true">Late', 'a second click removes it')
})

t.test('a card shows how long a job has waited since its shoot [c12-board]', async (t) => {
  const { book, open } = await studio()
  for (const [status, minutes, text] of [
    ['UPLOADED', 0, 'Uploaded just now'],
    ['EDITING', 20, 'Started 20 min ago'],
    ['IN_REVIEW', 4 * 60, 'Edited 4 h ago'],
    ['UPLOADED', 24 * 60, 'Uploaded 1 day ago'],
    ['EDITING', 6 * 24 * 60, 'Started 6 days ago'],
  ] as const) {
    const { id } = await book('Alder', status)
    await api.store.sql.query(
      `update projects set status_changed_at = now() - $2 * interval '1 minute' where id = $1`,
      [id, minutes],
    )
    const [card = ''] = new RegExp(`<li id="p-${id}".*?</li>`, 's').exec((await open()).text) ?? []
    t.match(card, `>${text}</time>`)
  }
})

t.test(
  'an empty result is explained, with a link to clear filters [c12-board-filters]',
  async (t) => {
    const { book, open, technician } = await studio()
    t.match((await open()).text, /New booking.*Five steps/s)
    t.match((await open('', technician)).text, 'Jobs assigned to you appear here.')
    await book('Alder Ridge')
    const { text } = await open('?q=zebra&day=2099-05-01')
    t.match(text, 'No jobs match “zebra”.')
    t.match(text, /href="[^"]*\?day=2099-05-01">Clear search</)
    t.match((await open('?late=1')).text, 'Nothing is late.')
    t.match((await open('?who=without')).text, 'Every job is assigned.')
    t.match((await open('?view=list&q=zebra')).text, 'No jobs match “zebra”.')
  },
)

t.test(
  "the list can be sorted by its headings, and keeps the board's filters [c12-board-list]",
  async (t) => {
    const { book, open } = await studio()
    await book('Second', 'BOOKED', { scheduledTime: '2099-05-02T10:00:00Z' })
    await book('First', 'EDITING', { scheduledTime: '2099-05-01T10:00:00Z' })
    await book('Done', 'DELIVERED')
    const rows = async (query: string) =>
      [...(await open(query)).text.matchAll(/<th scope="row"><a [^>]*>([^<]*)</g)].map(([, a]) => a)
    t.strictSame(await rows('?view=list'), ['First', 'Second'], 'open jobs')
    t.strictSame(await rows('?view=list&sort=-scheduledTime'), ['Second', 'First'])
    t.strictSame(await rows('?view=list&sort=createdAt'), ['Second', 'First'])
    t.strictSame(await rows('?view=list&status=DELIVERED'), ['Done'])
    t.strictSame(await rows('?view=list&q=done'), ['Done'], 'a search includes all jobs')
    t.match((await open('?view=list')).text, 'aria-sort="ascending"')
    const sorted = await open('?q=second&view=list&sort=-scheduledTime')
    t.match(sorted.text, 'aria-sort="descending"')
    t.match(sorted.text, '?q=second&amp;view=list"', 'a heading reverses its order')
    t.match(sorted.text, '?q=second&amp;view=list&amp;sort=updatedAt"')
    t.match(sorted.text, '<b class="status BOOKED">Booked</b>')
  },
)

t.test(
  'several jobs are assigned together, each checked against the version shown [c12-board-assign, c12-without-javascript]',
  async (t) => {
    const { book, open, path, org, call, technician } = await studio()
    const second = await api.createMember(org, 'TECHNICIAN')
    const jobs = [await book('1 Alder'), await book('2 Birch'), await book('3 Cedar')]
    const { text } = await open('?view=list')
    const boxes = [...text.matchAll(/name="job" value="([^"]*)"/g)].map(([, value = '']) => value)
    t.equal(boxes.length, 3)
    const send = async (to: string, chosen = boxes) => {
      const browser = await browserOf(api, org)
      const form = [['to', to], ['back', 'view=list'], ...chosen.map((job) => ['job', job])]
      return browser.send(`${path}/assign`, form as never)
    }
    const technicians = async () =>
      Promise.all(
        jobs.map(async ({ id }) => (await call('GET', `/projects/${id}`)).body.technicianId),
      )
    t.equal((await send('', boxes)).status, 400)
    t.match((await send(`technician.${second.userId}`, [])).text, 'Select jobs first.')
    const refused = await send('technician.nope')
    t.equal(refused.status, 409)
    t.match(refused.text, '3 jobs weren&#39;t assigned:')
    await call('PATCH', `/projects/${jobs[1].id}`, { notes: 'Ring twice.' })
    const partly = await send(`technician.${second.userId}`)
    t.equal(partly.status, 409)
    t.match(
      partly.text,
      /2 jobs assigned\. 1 job wasn&#39;t assigned:.*2 Birch<\/a>: Someone else/s,
    )
    const left = [...partly.text.matchAll(/name="job" value="([^"]*)" checked/g)]
    t.equal(left.length, 1, 'failed ones stay selected')
    t.strictSame(await technicians(), [second.userId, technician.userId, second.userId])
    const again = await send(`technician.${second.userId}`, [left[0]?.[1] ?? ''])
    t.equal(again.location, `${path}?view=list&assigned=1`)
    t.match((await open('?view=list&assigned=1')).text, '1 job assigned.')
    t.strictSame(await technicians(), [second.userId, second.userId, second.userId])
    t.equal((await send(`technician.${second.userId}`)).status, 303, 'sent twice, it is done')
    const own = await browserOf(api, technician)
    t.equal((await own.send(`${path}/assign`, { to: 'editor.' })).status, 403)
    t.notMatch((await own.open(`${path}?view=list`)).text, 'name="job"')
  },
)
