// The rules in docs/interface.md and docs/contract.md, each starting with an anchor.
import { readFile } from 'node:fs/promises'
import { fileOf } from './document.ts'

/** Documents with rules, by the first letter of their anchors. */
const RULE_DOCUMENTS = { i: 'docs/interface.md', c: 'docs/contract.md' } as const

const NOT_BUILT = '*This section is decided and not built yet.*'
const NOT_BUILT_PART = '*This part is decided and not built yet.*'

export interface Rule {
  /** Like `c10-json-values`. */
  anchor: string
  /** The letter of its document and its section number: `c10`. */
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

/** The explicit anchors in a text, in order, excluding headings' implicit ones. */
export function anchorsOf(text: string): string[] {
  return [...text.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, anchor = '']) => anchor)
}
