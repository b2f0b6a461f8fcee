import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A secret in a file that must not have it. */
export interface Leak {
  file: string
  line: number
  /** The name of the secret, never its value. */
  kind: string
}

interface Needle {
  kind: string
  bytes: Buffer
}

// No recorded secret is shorter: see packages/runtime/testing.
const WINDOW = 12
const BASE = 16_777_619
const FILTER_BITS = 22

/**
 * Searches every log of the folder, and the files `more`, for every secret that was recorded in the folder:
 * as plain text, as in a URL and as in JSON.
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

/** The algorithm of Rabin and Karp: it searches for thousands of secrets in one pass over a log. */
function finderOf(needles: readonly Needle[]) {
  const byHash = new Map<number, Needle[]>()
  const filter = new Uint8Array(1 << FILTER_BITS)
  for (const needle of needles) {
    let hash = 0
    for (let i = 0; i < WINDOW; i += 1) hash = shifted(hash, needle.bytes[i] ?? 0)
    byHash.set(hash, [...(byHash.get(hash) ?? []), needle])
    filter[hash >>> (32 - FILTER_BITS)] = 1
  }
  let leaving = 1
  for (let i = 0; i < WINDOW; i += 1) leaving = Math.imul(leaving, BASE)

  return (content: Buffer): { at: number; kind: string }[] => {
    const found: { at: number; kind: string }[] = []
    let hash = 0
    for (let i = 0; i < content.length; i += 1) {
      hash = shifted(hash, content[i] as number)
      if (i >= WINDOW) hash = (hash - Math.imul(leaving, content[i - WINDOW] as number)) | 0
      if (filter[hash >>> (32 - FILTER_BITS)] === 0) continue
      const at = i - WINDOW + 1
      const needle = byHash
        .get(hash)
        ?.find(({ bytes }) => content.subarray(at, at + bytes.length).equals(bytes))
      if (needle) found.push({ at, kind: needle.kind })
    }
    return found
  }
}

function shifted(hash: number, byte: number): number {
  return (Math.imul(hash, BASE) + byte) | 0
}

function lineAt(content: Buffer, at: number): number {
  let line = 1
  for (let i = 0; i < at; i += 1) if (content[i] === 0x0a) line += 1
  return line
}
