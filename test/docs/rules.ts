// The rules of docs/interface.md and docs/contract.md: each begins with an anchor.
import { readFile } from 'node:fs/promises'
import { fileOf } from './document.ts'

/** The documents that have rules, by the letter with which their anchors begin. */
const RULE_DOCUMENTS = { i: 'docs/interface.md', c: 'docs/contract.md' } as const

const NOT_BUILT = '*This section is decided and not built yet.*'
const NOT_BUILT_PART = '*This part is decided and not built yet.*'

export interface Rule {
  /** Like `c10-json-values`. */
  anchor: string
  /** The letter of its document, and the number of its section: `c10`. */
  section: string
  isBuilt: boolean
}

/** All rules, in the order of the documents. */
export async function readRules(): Promise<Rule[]> {
  const found = Object.entries(RULE_DOCUMENTS).map(async ([letter, path]) => {
    const [, ...sections] = (await readFile(fileOf(path), 'utf8')).split(/^(?=## \d+\. )/m)
    return sections.flatMap((text) => rulesOf(`${letter}${/\d+/.exec(text)}`, text))
  })
  return (await Promise.all(found)).flat()
}

function rulesOf(section: string, text: string): Rule[] {
  const [head = '', ...parts] = text.split(/^(?=### )/m)
  const isStarted = !head.includes(NOT_BUILT)
  return [head, ...parts].flatMap((part) => {
    const isBuilt = isStarted && !part.includes(NOT_BUILT_PART)
    return anchorsOf(part)
      .filter((anchor) => anchor.includes('-'))
      .map((anchor) => ({ anchor, section, isBuilt }))
  })
}

/** The explicit anchors of a text, in its order. Headings have anchors of their own. */
export function anchorsOf(text: string): string[] {
  return [...text.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, anchor = '']) => anchor)
}
