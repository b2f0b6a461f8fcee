import { type Document, type Found, parametersOf } from '@mediajobs/testing/api/document'

// Node.js accepts 16 KiB of headers, including the request line.
const LONGEST = 12_000

const PATH_VALUES: Record<string, string> = {
  'a long id': 'a'.repeat(LONGEST),
  'an encoded id': '%41'.repeat(LONGEST / 3),
  'a NUL': '%00',
  'a truncated escape': '%zz',
  'an escape of invalid UTF-8': '%ff%fe',
  'a lone surrogate': '%ed%a0%80',
  'encoded slashes': '%2e%2e%2f'.repeat(100),
  'a JavaScript property': '__proto__',
  semicolons: ';a=b'.repeat(1_000),
  'a template expression': '%24%7B7*7%7D',
}

const QUERY_VALUES: Record<string, (name: string) => string> = {
  'a long value': (name) => `${name}=${'a'.repeat(LONGEST)}`,
  'a thousand times': (name) => repeat(`${name}=1`, Math.min(1_000, LONGEST / (name.length + 3))),
  'as many times as fit': (name) => repeat(`${name}=x`, LONGEST / (name.length + 3)),
  'a NUL': (name) => `${name}=%00`,
  'invalid UTF-8': (name) => `${name}=%ff`,
  'a lone surrogate': (name) => `${name}=%ed%a0%80`,
  'a bracketed member': (name) => `${name}[__proto__]=1`,
  'an empty value': (name) => `${name}=`,
  'an infinite number': (name) => `${name}=1e400`,
  'a long number': (name) => `${name}=${'9'.repeat(LONGEST)}`,
  'a quote': (name) => `${name}=%27%3B%20drop`,
  'many words': (name) => `${name}=${'ab+'.repeat(LONGEST / 3)}`,
}

const UNKNOWN_QUERIES: Record<string, string> = {
  'many unknown names': Array.from({ length: 1_000 }, (_, n) => `u${n}=1`).join('&'),
  'one long unknown name': `${'u'.repeat(LONGEST)}=1`,
  'JavaScript properties': '__proto__=1&constructor=1&toString=1',
  'many separators': '&'.repeat(LONGEST),
}

const HEADERS: Record<string, Record<string, string>> = {
  'a long idempotency key': { 'idempotency-key': 'k'.repeat(LONGEST) },
  'an odd idempotency key': { 'idempotency-key': 'two words' },
  'a long preference': { prefer: repeat('handling=strict', 700, ', ') },
  'a long list of versions': { 'if-match': repeat('"1"', 2_000, ', ') },
  'a long version': { 'if-match': `"${'1'.repeat(LONGEST)}"` },
  'a long organization': { 'x-org-id': 'o'.repeat(LONGEST) },
  'a long request id': { 'x-request-id': 'r'.repeat(LONGEST) },
  'many forwarders': { 'x-forwarded-for': repeat('10.1.2.3', 1_000, ', ') },
  'a long credential': { authorization: `Bearer ${'t'.repeat(LONGEST)}` },
  'a long content type': { 'content-type': `application/json; a=${'b'.repeat(LONGEST)}` },
  'a plain body that claims to be compressed': { 'content-encoding': 'gzip' },
  'a long list of types': { accept: repeat('text/x;q=0.1', 900, ', ') },
  'more than Node.js accepts': { 'x-a': 'a'.repeat(17_000) },
}

export interface HostileAddress {
  name: string
  path: string
  headers?: Record<string, string>
}

/** Hostile paths, queries and headers for an operation. `address`: one of its valid paths. */
export function* hostileAddresses(
  document: Document,
  found: Found,
  address: string,
): Generator<HostileAddress> {
  if (found.path.includes('{')) {
    for (const [name, value] of Object.entries(PATH_VALUES)) {
      yield { name, path: found.path.replaceAll(/\{\w+\}/g, value) }
    }
  }
  for (const parameter of parametersOf(document, found.operation, 'query')) {
    for (const [name, query] of Object.entries(QUERY_VALUES)) {
      yield { name: `${name} as ${parameter.name}`, path: `${address}?${query(parameter.name)}` }
    }
  }
  for (const [name, query] of Object.entries(UNKNOWN_QUERIES)) {
    yield { name, path: `${address}?${query}` }
  }
  for (const [name, headers] of Object.entries(HEADERS)) yield { name, path: address, headers }
}

function repeat(text: string, count: number, separator = '&'): string {
  return Array(Math.floor(count)).fill(text).join(separator)
}
