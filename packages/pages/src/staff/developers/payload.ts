import { raw } from 'hono/html'
import { type Html, html, nothing } from '../../html.ts'
import { HIDDEN } from './send-page.ts'
import { DEVELOPERS } from './texts.ts'
import type { Visit } from './visit.ts'

// A string, with the colon if it is a name; a literal; or a number. A string may be unterminated, since long responses
// are cut off. Linear: reads each character at most twice.
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

/** Hides a payload's delivery tokens in texts, including in responses, which may echo them. */
export interface Mask {
  /** Whether the payload has a token. */
  hasTokens: boolean
  /** Whether the person asked to see them. */
  isShown: boolean
  hide(text: string): string
}

/** @param data of an event */
export function maskOf({ query }: Pick<Visit, 'query'>, data: unknown): Mask {
  const tokens = [...new Set(tokensIn(data))]
  const isShown = query.get('tokens') === 'show'
  const hide = (text: string) => tokens.reduce((all, each) => all.replaceAll(each, HIDDEN), text)
  return { hasTokens: tokens.length > 0, isShown, hide: isShown ? (text) => text : hide }
}

function tokensIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each !== 'string') return tokensIn(each)
    if (name === 'deliveryToken') return [each]
    return name === 'deliveryUrl' ? [each.slice(each.lastIndexOf('/') + 1)] : []
  })
}

/** The open record's URL with additional parameters. */
export type RecordLink = (more: readonly (readonly [string, string | null])[]) => string

/** Display parameters of the open record. */
const VIEW = ['tokens', 'payload', 'attempt']

/** The open record's URL with a different view. */
export function viewLink(
  { query }: Pick<Visit, 'query'>,
  linkOf: RecordLink,
  changes: Readonly<Record<string, string | null>>,
): string {
  const view = Object.fromEntries(VIEW.map((name) => [name, query.get(name)]))
  return linkOf(Object.entries({ ...view, ...changes }))
}

/** Length of a collapsed payload. Even the worst case keeps the page within its size budget. */
const SHOWN_AT_FIRST = 10_000

/** Whether the whole payload is shown. */
export function isShownWhole({ query }: Pick<Visit, 'query'>, payload: unknown): boolean {
  return query.get('payload') === 'whole' || textOf(payload).length <= SHOWN_AT_FIRST
}

function textOf(payload: unknown): string {
  return JSON.stringify(payload, null, 2)
}

/** A payload as JSON. Tokens and excess length are hidden until requested. */
export function payloadOf(visit: Visit, payload: unknown, mask: Mask, linkOf: RecordLink): Html {
  if (payload === null) return html`<h3>${DEVELOPERS.payload}</h3><p>${DEVELOPERS.noPayload}</p>`
  const text = mask.hide(textOf(payload))
  const isWhole = isShownWhole(visit, payload)
  return html`<h3>${DEVELOPERS.payload}</h3>
${mask.hasTokens ? tokenSwitch(visit, mask, linkOf) : nothing}${code(DEVELOPERS.payload, highlighted(isWhole ? text : beginningOf(text)))}
${isWhole ? nothing : wholeLink(visit, text, linkOf)}`
}

/** Code that also scrolls by keyboard. */
export function code(label: string, content: Html): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}">${content}</pre>`
}

function tokenSwitch(visit: Visit, { isShown }: Mask, linkOf: RecordLink): Html {
  const texts = DEVELOPERS.tokens
  const toggle = viewLink(visit, linkOf, { tokens: isShown ? null : 'show' })
  return html`<p class="soft">${isShown ? nothing : texts.hidden} <a href="${toggle}">${isShown ? texts.hide : texts.show}</a></p>`
}

function wholeLink(visit: Visit, text: string, linkOf: RecordLink): Html {
  const size = visit.staff.format.bytes(Buffer.byteLength(text))
  return html`<p><a href="${viewLink(visit, linkOf, { payload: 'whole' })}">${DEVELOPERS.showWhole(size)}</a></p>`
}

/** Cuts at the end of a line, if possible. */
function beginningOf(text: string): string {
  const beginning = text.slice(0, SHOWN_AT_FIRST).toWellFormed()
  const end = beginning.lastIndexOf('\n')
  return `${end > SHOWN_AT_FIRST / 2 ? beginning.slice(0, end) : beginning}\n…`
}
