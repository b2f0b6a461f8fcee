// Checks references to rules in code and documents, and links in all documents.
import { access, glob, readFile } from 'node:fs/promises'
import t from 'tap'
import { fileOf } from './docs/document.ts'
import { anchorsOf } from './docs/rules.ts'
import { ROOT } from './support/dev.ts'

const SOURCES =
  '{apps,packages,bench,docker,migrations,scripts,test,.github}/**/*.{ts,tsx,js,sql,yaml,sh}'
const DOCUMENTS = ['*.md', '{apps,packages,docs,docker,bench}/**/*.md']
// References by number or words, which a reader can't open.
const OLD_FORMS = [
  /\b[Cc]ontract,[\s*/]+(?:sections?|§)/,
  /\b[Ii]nterface,[\s*/]+["“]/,
  /\b(?:interface|contract),? (?:rule|part|§)/,
  /[Ff]indings? \d/,
  /(?<!\w)§ ?\d/,
]
// The left column of the table in CONTRIBUTING.md#words, except for words with other uses.
const PARAPHRASES = [
  /\bin the meantime\b/i,
  /\ball the same\b/i,
  /\bso already\b/i,
  /\bg(?:ives?|iven|ave) back\b/i,
  /\b(?:is|are|was|were) looked (?:at|up again)\b/i,
  /\b(?:that|what) is no\b(?! longer)/i,
  /\bis no id\b/i,
  /\bof (?:its|their|his) own\b/i,
  /\bin words\b/i,
  /\bcomes to\b/i,
  /\bwithout regard to\b/i,
  /\bas long as there (?:is|are)\b/i,
  /\bmore than once at a time\b/i,
  /\bnothing at this address\b/i,
  /\bha(?:s|ve) no one\b/i,
  /\bwas there before\b/i,
]
// A link to a file or an anchor, not to another host.
const LINK = /\]\((?![a-z]+:)([^)#\s]*)(#([^)\s]+))?\)/g
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm
const URLS = /https?:\S+/g
// Paths with a placeholder such as `<resource>` aren't checked.
const OWN_PATH = /`((?:apps|docker|docs|migrations|packages|scripts|test)\/[^`<]*)`/g
const REFERENCE = /\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g

const isOurs = (path: string) => !/(^|\/)(node_modules|dist|\.[a-z]+)\//.test(path)
const sources = await textsOf([SOURCES])
const documents = await textsOf(DOCUMENTS)
const anchors = new Map(
  [...documents].map(([path, text]) => [path, [...anchorsOf(text), ...headingsOf(text)]]),
)

t.test('every reference to a document names an existing place', async (t) => {
  const broken: string[] = []
  let count = 0
  for (const [path, text] of [...sources, ...documents]) {
    for (const [reference, name = '', anchor] of text.replaceAll(URLS, '').matchAll(REFERENCE)) {
      count++
      const isThere = anchor ? isAnchor(name, anchor) : anchors.has(name)
      if (!isThere) broken.push(`${path}: ${reference}`)
    }
  }
  t.strictSame(broken, [])
  t.ok(count > 90, `${count} references`)
})

t.test('rules are always referred to by anchor', async (t) => {
  const found = [...sources, ...documents].flatMap(([path, text]) =>
    OLD_FORMS.flatMap((form) => (form.exec(text) ?? []).map((words) => `${path}: ${words}`)),
  )
  t.strictSame(found, [])
})

t.test(
  'comments and texts use established terms, not the paraphrases of CONTRIBUTING',
  async (t) => {
    const found = [...sources]
      .filter(([path]) => /^(apps|packages|scripts)\//.test(path))
      .flatMap(([path, text]) => {
        const unwrapped = text.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ')
        return PARAPHRASES.flatMap((words) =>
          (words.exec(unwrapped) ?? []).map((hit) => `${path}: ${hit}`),
        )
      })
    t.strictSame(found, [])
  },
)

t.test('every link in a document resolves to a file and a place in it', async (t) => {
  const broken: string[] = []
  for (const [path, text] of documents) {
    for (const [, file = '', , anchor] of text.replaceAll(CODE, '').matchAll(LINK)) {
      const target = file ? decodeURI(new URL(file, `file:///${path}`).pathname.slice(1)) : path
      const isThere = await access(fileOf(target)).then(
        () => true,
        () => false,
      )
      const hasPlace = !anchor || !target.endsWith('.md') || isAnchor(target, anchor)
      if (!isThere || !hasPlace) broken.push(`${path}: ${file}#${anchor ?? ''}`)
    }
  }
  t.strictSame(broken, [])
})

t.test('every file named in CONTRIBUTING.md exists', async (t) => {
  const text = documents.get('CONTRIBUTING.md') ?? ''
  const named = [...text.matchAll(OWN_PATH)].map(([, path = '']) => path)
  const missing = await Promise.all(
    [...new Set(named)].map((path) =>
      access(fileOf(path)).then(
        () => [],
        () => [path],
      ),
    ),
  )
  t.strictSame(missing.flat(), [])
  t.ok(named.length > 60, `${named.length} names`)
})

function isAnchor(path: string, anchor: string): boolean {
  return anchors.get(path)?.includes(anchor) ?? false
}

/** Matching files in the repository, by path. */
async function textsOf(patterns: string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for await (const path of glob(patterns, { cwd: ROOT, exclude: (each) => !isOurs(`${each}/`) })) {
    texts.set(path, await readFile(fileOf(path), 'utf8'))
  }
  return texts
}

/** The anchors that GitHub gives to headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}
