import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { connectAgent } from '../support/agent.ts'

const MAX_TEXT_LENGTH = 25_000
const service = await sharedApp()
const org = await service.createOrg()
const agent = await connectAgent(service.url, { 'x-api-key': org.key }, '?tools=all')
t.teardown(() => agent.close())

const cursorOf = (notes: string[]) => /answerCursor (\S+)$/.exec(notes.join('\n'))?.[1]

t.test('a long list has as many records as fit, and a cursor to continue [c24-cut]', async (t) => {
  const ids: string[] = []
  for (let n = 0; n < 12; n++) {
    const body = { name: `C${n}`, email: `${n}@cut.test`, notes: 'x'.repeat(4_000) }
    ids.push((await org.call('POST', '/customers', body)).body.id)
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { text, body } = await agent.call('listCustomers', {
      limit: 100,
      ...(cursor && { cursor }),
    })
    t.ok(text.length <= MAX_TEXT_LENGTH, `${text.length}`)
    for (const { id } of body.data) seen.push(id)
    cursor = body.nextCursor
  } while (cursor)
  t.strictSame(seen, ids.reverse())
})

t.test('a long record is cut, and a cursor reads the rest [c24-cut]', async (t) => {
  let id = ''
  // In one of the two, a naive cut would split a character.
  for (const shift of ['', 'a']) {
    const answers = Array.from({ length: 8 }, () => ({ question: 'q', answer: '🏡'.repeat(900) }))
    const { body: project } = await org.call('POST', '/projects/create', {
      scheduledTime: '2027-05-01T09:30:00Z',
      bookingAnswers: answers,
      notes: shift + '🏡'.repeat(6_000),
      addressLine1: shift + '🏡'.repeat(10),
    })
    id = project.id
    let [whole, parts] = ['', 0]
    let answerCursor: string | undefined
    do {
      const { isError, text, notes } = await agent.call('getProject', {
        id,
        ...(answerCursor && { answerCursor }),
      })
      t.notOk(isError, text.slice(0, 200))
      t.ok(text.length <= MAX_TEXT_LENGTH && text.isWellFormed(), `${text.length}`)
      whole += text
      parts += 1
      answerCursor = cursorOf(notes)
    } while (answerCursor)
    t.ok(parts > 1)
    t.strictSame(JSON.parse(whole), project)
  }

  const stale = cursorOf((await agent.call('getProject', { id })).notes)
  await org.call('PATCH', `/projects/${id}`, { notes: 'other' })
  const refused = { isError: true, body: { fields: [{ path: 'answerCursor' }] } }
  t.match(await agent.call('getProject', { id, answerCursor: stale }), refused)
  t.match(await agent.call('getProject', { id, answerCursor: 'no' }), refused)
})

t.test(
  'the truncated answer to a change is continued by idempotency key, without repeating the change [c24-cut]',
  async (t) => {
    const answers = Array.from({ length: 20 }, (_, n) => ({
      question: `${n}`,
      answer: 'y'.repeat(1_500),
    }))
    const body = {
      scheduledTime: '2027-05-02T09:30:00Z',
      bookingAnswers: answers,
      externalId: 'cut',
    }
    const args = { body, idempotencyKey: 'cut' }
    const first = await agent.call('createProject', args)
    const answerCursor = cursorOf(first.notes)
    const second = await agent.call('createProject', { ...args, answerCursor })
    const project = JSON.parse(first.text + second.text)
    t.equal(project.externalId, 'cut')
    t.match(second.notes.join(), 'This is the end.')
  },
)
