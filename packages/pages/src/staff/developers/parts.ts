import { type Html, html, nothing } from '../../html.ts'
import { DEVELOPERS } from './texts.ts'
import type { Visit } from './visit.ts'

/** Says which keys the module of the page knows, and lets a person switch them off. Hidden without the module. */
export function shortcuts(): Html {
  const { text, on, off } = DEVELOPERS.keys
  return html`<p class="soft shortcuts" data-shortcuts hidden>${text} <button type="button" data-on="${on}" data-off="${off}">${off}</button></p>`
}

/** What stands in place of a secret; sent as the value of a header, it means the stored one. docs/contract.md#c16-headers */
export const HIDDEN = '********'

/** Hides the delivery tokens of a payload in texts: also in what a receiver said, which may repeat it. */
export interface Mask {
  /** Whether the payload has a token. */
  hasTokens: boolean
  /** Whether the person asked for it. */
  isShown: boolean
  hide(text: string): string
}

/** @param data of an event */
export function maskOf({ query }: Visit, data: unknown): Mask {
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

/**
 * The data of an event as JSON. Its tokens are hidden until a person asks for them.
 *
 * @param addressOf the address of the page with more parameters
 */
export function payloadOf(
  payload: unknown,
  { hasTokens, isShown, hide }: Mask,
  addressOf: (more: readonly (readonly [string, string])[]) => string,
): Html {
  if (payload === null) return html`<h3>${DEVELOPERS.payload}</h3><p>${DEVELOPERS.noPayload}</p>`
  const texts = DEVELOPERS.tokens
  const toggle = addressOf(isShown ? [] : [['tokens', 'show']])
  const tokens = html`<p class="soft">${isShown ? nothing : texts.hidden} <a href="${toggle}">${isShown ? texts.hide : texts.show}</a></p>`
  return html`<h3>${DEVELOPERS.payload}</h3>
${hasTokens ? tokens : nothing}<pre tabindex="0" role="region" aria-label="${DEVELOPERS.payload}">${hide(JSON.stringify(payload, null, 2))}</pre>`
}

/** The job of an event, as a link. */
export function projectLink({ home }: Visit, data: unknown): Html | undefined {
  const id = projectIn(data)
  return id === undefined
    ? undefined
    : html`<a href="${home}/projects/${encodeURIComponent(id)}">${DEVELOPERS.openProject}</a>`
}

function projectIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('projectId' in data && typeof data.projectId === 'string') return data.projectId
  return 'invoice' in data ? projectIn(data.invoice) : undefined
}
