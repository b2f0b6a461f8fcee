import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)

/** A fenced block of a document. */
export interface Block {
  /** The first word after the fence. */
  language: string
  /** The second word: the name of the file shown. */
  filename: string | undefined
  text: string
  /** The number of its first line, from 1. */
  line: number
  /** The heading above it. */
  heading: string
}

export interface Document {
  /** From the root of the checkout. */
  path: string
  text: string
  blocks: Block[]
}

/** Reads a document and extracts its fenced blocks. */
export async function readDocument(path: string): Promise<Document> {
  const text = await readFile(fileOf(path), 'utf8')
  return { path, text, blocks: blocksOf(text) }
}

/** A document's path in the file system. */
export function fileOf(path: string): string {
  return fileURLToPath(new URL(path, ROOT))
}

/** The text with the content of one block replaced. */
export function withBlock(text: string, { line }: Block, content: string): string {
  const lines = text.split('\n')
  const end = lines.indexOf('```', line - 1)
  return lines.toSpliced(line - 1, end - line + 1, ...content.split('\n')).join('\n')
}

/** The files that a document links to, from the root of the checkout. */
export function linksOf({ path, text }: Document): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => new URL(target, `file:///${path}`).pathname.slice(1))
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  let open: { info: string; line: number; lines: string[] } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (open && line === '```') {
      const [language = '', filename] = open.info.split(/\s+/)
      blocks.push({ language, filename, text: open.lines.join('\n'), line: open.line, heading })
      open = undefined
    } else if (open) {
      open.lines.push(line)
    } else if (line.startsWith('```')) {
      open = { info: line.slice(3).trim(), line: index + 2, lines: [] }
    } else {
      heading = /^#+ (.*)/.exec(line)?.[1] ?? heading
    }
  }
  return blocks
}
