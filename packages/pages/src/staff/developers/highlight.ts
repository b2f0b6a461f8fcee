import { raw } from 'hono/html'
import { type Html, html } from '../../html.ts'

// A string and the colon of a name, a word, or a number. A string may be unterminated, since long responses are cut
// off. Linear: reads each character at most twice.
const TOKEN =
  /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

// Short elements: a long payload has tens of thousands.
const [NAME, STRING, OTHER] = [tags('b'), tags('i'), tags('var')]

/** Marks names, strings and other values of JSON text, even if incomplete. Leaves the text unchanged. */
export function highlighted(json: string): Html {
  const parts: (string | Html)[] = []
  let end = 0
  for (const { 0: token, 1: string, 2: colon = '', index } of json.matchAll(TOKEN)) {
    const [open, close] = string === undefined ? OTHER : colon ? NAME : STRING
    parts.push(json.slice(end, index), open, string ?? token, close, colon)
    end = index + token.length
  }
  return html`${[...parts, json.slice(end)]}`
}

/** A receiver's response, marked if it looks like JSON. */
export function highlightedIfJson(text: string): Html {
  return /^\s*[[{]/.test(text) ? highlighted(text) : html`${text}`
}

function tags(name: string): readonly [open: Html, close: Html] {
  return [raw(`<${name}>`), raw(`</${name}>`)]
}
