import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A secret in a file that must not contain it. */
export interface Leak {
  file: string
  line: number
  /** The secret's name, never its value. */
  kind: string
}

interface Needle {
  kind: string
  bytes: Buffer
}

// After prefixes like `whsec_`, and within every recorded secret: none has fewer than 12 bytes
// (packages/runtime/testing).
const KEY_AT = 8

/**
 * Searches every log in the folder, and the files `more`, for every secret recorded in the folder: as plain text,
 * URL-encoded and in JSON.
 */
export function findLeaks(folder: string, more: readonly string[] = []): Leak[] {
  const find = finderOf(readNeedles(folder))
  const logs = globSync('*.log', { cwd: folder }).map((name) => join(folder, name))
  return [...logs, ...more].flatMap((path) => {
    const content = readFileSync(path)
    return find(content).map(({ at, kind }) => ({
      file: basename(path),
      line: lineAt(content, at),
      kind,
    }))
  })
}

function readNeedles(folder: string): Needle[] {
  const kinds = new Map<string, string>()
  for (const name of globSync('secrets-*.jsonl', { cwd: folder })) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue
      const { kind, text } = JSON.parse(line) as { kind: string; text: string }
      for (const form of [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]) {
        kinds.set(form, kind)
      }
    }
  }
  return [...kinds].map(([text, kind]) => ({ kind, bytes: Buffer.from(text) }))
}

/** Looks up four bytes at each position of a log, then compares whole secrets. */
function finderOf(needles: readonly Needle[]) {
  const byKey = Map.groupBy(needles, ({ bytes }) => bytes.readInt32LE(KEY_AT))
  return (content: Buffer): { at: number; kind: string }[] => {
    const found: { at: number; kind: string }[] = []
    for (let at = 0; at <= content.length - KEY_AT - 4; at += 1) {
      const candidates = byKey.get(content.readInt32LE(at + KEY_AT))
      const needle = candidates?.find(({ bytes }) =>
        content.subarray(at, at + bytes.length).equals(bytes),
      )
      if (needle) found.push({ at, kind: needle.kind })
    }
    return found
  }
}

function lineAt(content: Buffer, at: number): number {
  let line = 1
  for (let i = 0; i < at; i += 1) if (content[i] === 0x0a) line += 1
  return line
}
