import { MAX_INDEXED_WORD_LENGTH, MAX_INDEXED_WORDS, MAX_SEARCH_WORDS } from '@mediajobs/domain'
import { searchWords } from '@mediajobs/operations/search-words'
import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const service = await sharedApp()
const { key } = await service.createOrg()

const search = (q: string) =>
  service.request('GET', `/projects?q=${encodeURIComponent(q)}`, { key })
const found = async (q: string) => (await search(q)).body.data.length

async function book(fields: object): Promise<void> {
  const body = { scheduledTime: '2026-05-01T09:30:00Z', ...fields }
  t.equal((await service.request('POST', '/projects/create', { key, body })).status, 201)
}

t.test(
  'a search has at most 8 words of at least 2 characters; the 400 names invalid ones [c10-search-words]',
  async (t) => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')
    t.equal((await search(words(MAX_SEARCH_WORDS))).status, 200)
    t.match(await search(words(MAX_SEARCH_WORDS + 1)), {
      status: 400,
      body: { message: ['q must have at most 8 words, but has 9'] },
    })
    t.match(await search('7 Harbour b'), {
      status: 400,
      body: {
        message: [
          /^q must have words of at least 2 characters: "7" is shorter/,
          /^q must have words of at least 2 characters: "b" is shorter/,
        ],
      },
    })
    t.match(await service.request('GET', '/customers?q=x', { key }), { status: 400 })
    t.equal((await search('北京')).status, 200)
    t.match(await search('🏠 !'), { body: { message: ['q must contain a letter or a digit'] } })
  },
)

t.test('a name with an apostrophe is found in every spelling', async (t) => {
  await book({ addressLine1: '12-14 O’Brien Way', city: "St. John's" })
  for (const q of [
    "o'brien",
    'O’BRIEN',
    'obrien',
    'brien',
    '12 14',
    "john's",
    'johns',
    'bri way',
  ]) {
    t.equal(await found(q), 1, q)
  }
  for (const q of ['rien', '13', 'o’brian']) t.equal(await found(q), 0, q)
})

t.test('a changed record is found only by its new words', async (t) => {
  const body = { scheduledTime: '2026-05-01T09:30:00Z', city: 'Oldtown' }
  const made = await service.request('POST', '/projects/create', { key, body })
  const path = `/projects/${made.body.id}`
  await service.request('PATCH', path, { key, body: { city: 'Newtown' } })
  t.strictSame([await found('oldtown'), await found('newtown')], [0, 1])
})

t.test('the first 1,000 distinct words of a record are searchable, address first', async (t) => {
  const notes = Array.from({ length: MAX_INDEXED_WORDS }, (_, i) => `n${i.toString(36)}`).join(' ')
  await book({ city: 'Longville', notes: `${notes} ${'z'.repeat(MAX_INDEXED_WORD_LENGTH + 5)}` })
  const last = `n${(MAX_INDEXED_WORDS - 2).toString(36)}`
  t.equal(await found(`longville ${last}`), 1)
  t.equal(await found(`n${(MAX_INDEXED_WORDS - 1).toString(36)}`), 0)
  await book({ city: 'z'.repeat(MAX_INDEXED_WORD_LENGTH + 5) })
  t.equal(await found('z'.repeat(MAX_INDEXED_WORD_LENGTH + 9)), 1, 'the first 40 characters count')
})

t.test('search text is split into words like stored text', async (t) => {
  const { sql } = service.store
  const texts = Array.from({ length: 0x1fb00 - 1 }, (_, i) => i + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => `xx${String.fromCodePoint(code)}yy`)
    .filter((text) => !/['’]/.test(text))
  // On a busy machine, a single statement for all would time out.
  for (let from = 0; from < texts.length; from += 10_000) {
    const rows = await sql.queryOnce<{ text: string; words: number }>(
      `select text, length(organization_words(uuid_v7(), text)) as words
       from unnest($1::text[]) as text`,
      [texts.slice(from, from + 10_000)],
    )
    const differ = rows.filter(({ text, words }) => searchWords(text).length !== words)
    t.strictSame(
      differ.map(({ text }) => text),
      [],
    )
  }
})
