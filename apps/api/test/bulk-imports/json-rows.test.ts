// Import bodies are parsed in pieces, with the same result as JSON.parse.
import {
  MAX_AROUND_ROWS_BYTES,
  MAX_IMPORT_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_ROW_BYTES,
} from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { importerOf } from '@mediajobs/testing/api/bulk-imports'
import t from 'tap'
import { bodyOfImport } from '../../src/bulk-imports/json-rows.ts'
import { valuesAllowed } from '../../src/plugins/body/json-body.ts'
import { HttpError } from '../../src/vocabulary/errors.ts'

const BODIES = [
  '{"rows":[]}',
  '{"rows":[ \n ]}',
  ' {"rows" : [ {"a":[1,{"b":[]}]} , "x,]}[{\\"", 5, null , [[]] ] , "dryRun":true} ',
  '{"rows":{"rows":[1,2]},"more":[[1],[2]],"none":[]}',
  '{"__proto__":[1],"constructor":[2],"0":[3]}',
  '[{"rows":[1]}]',
  '{"a":"\\\\","rows":["\\\\\\"]"]}',
  '"rows"',
  '5',
  'null',
  '{}',
  '\uFEFF{"rows":[1]}',
  '{"rows":["é🏠"]}',
]
// Characters to insert or substitute.
const WRONG = '[]{},:"\\1 \u0001'

async function partly(text: string) {
  try {
    return { value: await bodyOfImport(Buffer.from(text)) }
  } catch (error) {
    if (error instanceof HttpError && error.problem.statusCode === 400) return 'refused'
    throw error
  }
}

function whole(text: string) {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown }
  } catch {
    return 'refused'
  }
}

t.test('parsing a body in pieces gives the same result as JSON.parse', async (t) => {
  for (const body of BODIES) {
    t.equal(JSON.stringify(await partly(body)), JSON.stringify(whole(body)), body)
  }
})

/** `body` with one character inserted, removed or replaced, at every position. */
function* changed(body: string): Generator<string> {
  for (let at = 0; at <= body.length; at += 1) {
    for (const character of ['', ...WRONG]) {
      yield body.slice(0, at) + character + body.slice(at)
      yield body.slice(0, at) + character + body.slice(at + 1)
    }
  }
}

t.test('a body is refused if and only if JSON.parse refuses it', async (t) => {
  let refused = 0
  for (const text of BODIES.slice(0, 8).flatMap((body) => [...changed(body)])) {
    const expected = whole(text)
    const found = await partly(text)
    if (expected === 'refused') refused += 1
    if (JSON.stringify(found) !== JSON.stringify(expected)) t.strictSame(found, expected, text)
  }
  t.ok(refused > 1_000, `${refused} were refused`)
})

t.test('values and depth are counted across all pieces', async (t) => {
  const most = valuesAllowed(MAX_IMPORT_BYTES)
  const refusal = async (body: string) => {
    const error = await bodyOfImport(Buffer.from(body)).catch((refused: HttpError) => refused)
    return error instanceof HttpError ? error.problem.code : 'parsed'
  }
  const row = `[${'1,'.repeat(999)}1]`
  const rows = (count: number) => `{"rows":[${Array(count).fill(row).join()}]}`
  t.equal(await refusal(rows(Math.floor(most / 1_001) - 1)), 'parsed')
  t.equal(await refusal(rows(Math.floor(most / 1_001) + 1)), 'body_too_complex')
  const deep = (depth: number) => `{"rows":[${'['.repeat(depth)}${']'.repeat(depth)}]}`
  t.equal(await refusal(deep(MAX_JSON_DEPTH - 2)), 'parsed')
  t.equal(await refusal(deep(MAX_JSON_DEPTH - 1)), 'body_too_complex')
  const beside = (bytes: number) => `{"a":"${'x'.repeat(bytes)}","rows":[]}`
  t.equal(await refusal(beside(MAX_AROUND_ROWS_BYTES - 20)), 'parsed')
  t.equal(await refusal(beside(MAX_AROUND_ROWS_BYTES)), 'invalid_request')
})

t.test('a JSON row that is too long or has a NUL fails; the others are imported', async (t) => {
  const service = await testApp(t)
  const { send, get } = importerOf(service, await service.createOrg())
  const row = (n: number, notes: string) => {
    return { externalId: `${n}`, name: 'N', email: `n${n}@import.test`, notes }
  }
  const rows = [row(1, 'x'), row(2, 'x'.repeat(MAX_JSON_ROW_BYTES)), row(3, '\0'), row(4, 'x')]
  const { status, body } = await send('customers', rows)
  t.equal(status, 202)
  t.match(body, { total: 4, failed: 2 })
  const { body: failed } = await get(`/bulk-imports/${body.id}/rows?status=FAILED`)
  t.strictSame(
    failed.data.map(({ number, messages }: Record<string, unknown>) => [number, messages]),
    [
      [2, [`row must have at most ${MAX_JSON_ROW_BYTES} bytes`]],
      [3, ['notes has a character that cannot be stored']],
    ],
  )
})
