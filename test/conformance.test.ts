// Compares docs/conformance.md with the rules of both documents and with the tests that it names.
import { access, readFile } from 'node:fs/promises'
import t from 'tap'
import { fileOf } from './docs/document.ts'
import { RULE_DOCUMENTS, readRules } from './docs/rules.ts'

interface Row {
  anchor: string
  document: string
  /** What keeps the rule: tests, or a place in the code and the reason why no test can. */
  kept: string[]
}

const table = await readFile(fileOf('docs/conformance.md'), 'utf8')
const [built = '', notBuilt = ''] = table.split('\n## Not built yet\n')
const rows = built.split('\n').flatMap(rowOf)
const rules = await readRules()

function rowOf(line: string): Row[] {
  const [, anchor, document, kept] = /^\| \[([\w-]+)\]\((\S+)#\1\) \| (.*) \|$/.exec(line) ?? []
  if (!anchor || !document || !kept) return []
  return [{ anchor, document: `docs/${document}`, kept: kept.split('<br>') }]
}

t.test('each rule has an anchor of its own, with its document and its section', async (t) => {
  const anchors = rules.map(({ anchor }) => anchor)
  t.ok(anchors.length > 400)
  t.strictSame(repeated(anchors), [])
  for (const { anchor, section } of rules) t.match(anchor, new RegExp(`^${section}-[a-z0-9-]+$`))
})

t.test('each rule that is built has one row, in the order of the documents', async (t) => {
  t.strictSame(
    rows.map(({ anchor }) => anchor),
    rules.filter(({ isBuilt }) => isBuilt).map(({ anchor }) => anchor),
  )
  for (const { anchor, document } of rows) {
    t.equal(document, anchor.startsWith('i') ? RULE_DOCUMENTS.i : RULE_DOCUMENTS.c, anchor)
  }
  t.equal(built.match(/^\| \[/gm)?.length, rows.length, 'every row can be read')
})

t.test('each rule that is not built is listed once, and has no row', async (t) => {
  const listed = [...notBuilt.matchAll(/\[([\w-]+)\]\(\S+#\1\)/g)].map(([, anchor]) => anchor)
  const wanted = rules.filter(({ isBuilt }) => !isBuilt).map(({ anchor }) => anchor)
  t.strictSame(listed, wanted)
})

t.test('each rule names a test that exists, or the reason why no test can', async (t) => {
  for (const { anchor, kept } of rows) {
    t.strictSame(repeated(kept), [], anchor)
    const faults = await Promise.all(kept.map(fault))
    t.strictSame(faults.filter(Boolean), [], `${anchor}: ${kept}`)
  }
})

/** What is wrong with one entry of a row; null when nothing is. */
async function fault(kept: string): Promise<string | null> {
  const [, byReading, file, text] = /^(by reading )?`([^`]+)`: (.+)$/.exec(kept) ?? []
  if (!file || !text) return 'names no file, or nothing in it'
  if (byReading) return access(fileOf(file)).then(() => null, String)
  const source = await readFile(fileOf(file), 'utf8').catch(() => '')
  const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${text}${quote},`))
  return isThere ? null : 'there is no such test'
}

function repeated(values: string[]): string[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}
