// Every rule of docs/interface.md and docs/contract.md is named in the title of a test that enforces it: `…
// [c1-ids-v7]`.

import { globSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import t from 'tap'
import { fileOf } from './docs/document.ts'
import { readRules } from './docs/rules.ts'

/** Rules that no test can enforce: where to see that they hold, and why there's no test. */
const BY_READING: Readonly<Record<string, { file: string; reason: string }>> = {
  'i6-constant-time': {
    file: 'packages/webhook-signature/src/node.ts',
    reason: "`timingSafeEqual` compares; a test can't measure that reliably",
  },
  'i6-order': {
    file: 'docs/events.md',
    reason: 'no order is promised, so no order breaks it; i4-list returns the current state',
  },
  'i8-burst': { file: 'docs/interface.md', reason: 'an observation about callers' },
  'c9-run-test': { file: 'scripts/test.ts', reason: 'the runner would run itself' },
  'c13-api-no-bytes': {
    file: 'apps/api/src',
    reason:
      'the api calls presignPut, stat, copy and remove of the object store, never read or put',
  },
  'c14-requests-cost': { file: 'docs/performance.md', reason: 'P14: below the noise of a test' },
  'c15-cells-apart': {
    file: 'packages/outbox/src/store.ts',
    reason: 'a process opens one store and knows of other cells only their names and base URLs',
  },
}

const TEST_FILES = ['apps/*/test/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts']
const TITLE_END = /\[([ic]\d+-[a-z0-9-]+(?:, [ic]\d+-[a-z0-9-]+)*)\](?=['"`])/g

const rules = await readRules()
const named = await anchorsOfTests()

t.test('each rule has a unique anchor with its document and section', async (t) => {
  const anchors = rules.map(({ anchor }) => anchor)
  t.ok(anchors.length > 400)
  t.strictSame(repeated(anchors), [])
  for (const { anchor, section } of rules) t.match(anchor, new RegExp(`^${section}-[a-z0-9-]+$`))
})

t.test(
  'each implemented rule is named by a test, or can only be verified by reading',
  async (t) => {
    const missing = rules.filter(
      ({ anchor, isBuilt }) => isBuilt && !named.has(anchor) && !(anchor in BY_READING),
    )
    t.strictSame(missing, [])
  },
)

t.test('each anchor named by a test belongs to an implemented rule', async (t) => {
  const built = new Set(rules.filter(({ isBuilt }) => isBuilt).map(({ anchor }) => anchor))
  for (const [anchor, files] of named) t.ok(built.has(anchor), `${anchor} in ${files.join(', ')}`)
})

t.test('each rule verified by reading has a place and no test', async (t) => {
  for (const [anchor, { file }] of Object.entries(BY_READING)) {
    t.ok(
      rules.some((rule) => rule.anchor === anchor),
      anchor,
    )
    t.notOk(named.has(anchor), anchor)
    await t.resolves(access(fileOf(file)), anchor)
  }
})

/** The anchors in all test titles, each with the files naming it. */
async function anchorsOfTests(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const file of globSync(TEST_FILES, { cwd: fileOf('.') })) {
    const source = await readFile(fileOf(file), 'utf8')
    for (const [, anchors = ''] of source.matchAll(TITLE_END)) {
      for (const anchor of anchors.split(', ')) {
        found.set(anchor, [...(found.get(anchor) ?? []), file])
      }
    }
  }
  return found
}

function repeated(values: string[]): string[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}
