// docs/conformance.md against the tests that it names.
import { readFile } from 'node:fs/promises'
import t from 'tap'

const ROOT = new URL('../', import.meta.url)
const PARTS = 9

interface Rule {
  number: string
  text: string
  tests: { file: string; title: string }[]
}

const table = await readFile(new URL('docs/conformance.md', ROOT), 'utf8')
const rules = table.split('\n').flatMap(ruleOf)

/** A row: its number, the rule, and what holds it, each as `file`: title. */
function ruleOf(line: string): Rule[] {
  const [, number, text, held] = /^\| (\d+\.\d+) \| (.*) \| (.*) \|$/.exec(line) ?? []
  if (number === undefined || text === undefined || held === undefined) return []
  const tests = held.split('<br>').flatMap((each) => {
    const [, file, title] = /^`([^`]+)`: (.+)$/.exec(each) ?? []
    return file && title ? [{ file, title }] : []
  })
  return [{ number, text, tests }]
}

t.test('the rules of all parts of the interface are there, numbered without a gap', async (t) => {
  const parts = Map.groupBy(rules, ({ number }) => Number(number.split('.')[0]))
  t.strictSame(
    [...parts.keys()],
    Array.from({ length: PARTS }, (_, i) => i + 1),
  )
  for (const [part, own] of parts) {
    t.strictSame(
      own.map(({ number }) => number),
      own.map((_, i) => `${part}.${i + 1}`),
    )
  }
  t.equal(table.match(/^\| \d/gm)?.length, rules.length, 'every row can be read')
})

t.test('every rule is held by a test that is there', async (t) => {
  for (const { number, text, tests } of rules) {
    t.ok(text.length > 0 && tests.length > 0, `${number} has a test`)
    for (const { file, title } of tests) {
      const source = await readFile(new URL(file, ROOT), 'utf8').catch(() => '')
      const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
      t.ok(isThere, `${number}: ${file}: ${title}`)
    }
  }
})
