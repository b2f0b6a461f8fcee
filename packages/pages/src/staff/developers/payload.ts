import { type Html, html, nothing } from '../../html.ts'
import type { Mask } from './masked.ts'
import { DEVELOPERS } from './texts.ts'

interface ShownPayload {
  mask: Pick<Mask, 'hide'>
  hasTokens: boolean
  isShown: boolean
  /** The address of the page with the tokens, or without them. */
  toggle: string
}

/** The data of an event as JSON. Its tokens are hidden until a person asks for them. */
export function payloadOf(
  payload: unknown,
  { mask, hasTokens, isShown, toggle }: ShownPayload,
): Html {
  const texts = DEVELOPERS.tokens
  const tokens = hasTokens
    ? html`<p class="soft">${isShown ? nothing : texts.hidden} <a href="${toggle}">${isShown ? texts.hide : texts.show}</a></p>`
    : nothing
  const json = payload === null ? undefined : mask.hide(JSON.stringify(payload, null, 2))
  return html`<h3>${DEVELOPERS.payload}</h3>
${json === undefined ? html`<p>${DEVELOPERS.noPayload}</p>` : html`${tokens}<pre tabindex="0" role="region" aria-label="${DEVELOPERS.payload}">${json}</pre>`}`
}
