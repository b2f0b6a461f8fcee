import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import Negotiator from 'negotiator'

export const BROWSER = 'page'
const PROGRAM = 'program'

const HTML = /html/i
const JSON_TYPE = /json/i
const TYPES = ['application/json', 'text/html']
/** Messengers' link previewers. They accept any type. docs/contract.md#c12-link-preview */
const LINK_PREVIEWERS =
  /WhatsApp|facebookexternalhit|Facebot|TelegramBot|Slackbot|Twitterbot|Discordbot|LinkedInBot|SkypeUriPreview/i
/** Pages that people share. */
const PREVIEWED = /^\/(?:deliveries|sites|tours)\//
const FORM = /^application\/x-www-form-urlencoded(?:$|[\s;])/i

/**
 * A router constraint: a route with `constraints: { audience: BROWSER }` serves browsers, and the one without it at the
 * same path serves programs. A request counts as a browser's if it prefers HTML to JSON, sends a form, or is a
 * messenger's link preview. docs/contract.md#c12-accept docs/contract.md#c12-forms
 */
export const audience = {
  name: 'audience',
  storage<Handler>() {
    const handlers = new Map<unknown, Handler>()
    return {
      get: (value: unknown): Handler | null => handlers.get(value) ?? null,
      set: (value: unknown, handler: Handler) => void handlers.set(value, handler),
    }
  },
  validate() {},
  deriveConstraint: (request: IncomingMessage) => (isForPerson(request) ? BROWSER : PROGRAM),
}

function isForPerson(request: IncomingMessage): boolean {
  const { method, headers } = request
  if (method === 'POST') return FORM.test(headers['content-type'] ?? '')
  const { accept } = headers
  // Hot path: programs don't accept HTML, so only browsers pay for the parsing below.
  if (accept === undefined || !HTML.test(accept)) return isLinkPreviewer(request)
  return new Negotiator({ headers: { accept } }).mediaType(TYPES) === 'text/html'
}

export function isLinkPreviewer({ url, headers }: IncomingMessage): boolean {
  if (!PREVIEWED.test(url ?? '') || JSON_TYPE.test(headers.accept ?? '')) return false
  return LINK_PREVIEWERS.test(headers['user-agent'] ?? '')
}

/** Whether `Accept` names JSON and prefers it to HTML. Browsers never do. */
export function asksForJson({ accept }: IncomingHttpHeaders): boolean {
  if (accept === undefined || !JSON_TYPE.test(accept)) return false
  return new Negotiator({ headers: { accept } }).mediaType(TYPES) === 'application/json'
}
