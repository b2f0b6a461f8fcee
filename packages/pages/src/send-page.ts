import { randomUUID } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { webOrigin } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { Html } from './html.ts'

export interface Page {
  html: Html
  /** The policy allows the `<style>` with this nonce. */
  nonce: string
  /** Addresses of pictures, videos and files on other hosts. */
  urls: Iterable<string | null | undefined>
  /** Addresses of logos, which organizations choose. The policy allows pictures from them, and nothing else. */
  logoUrls?: Iterable<string | null | undefined> | undefined
  /** Whether the page shows videos that the person has on their device. */
  showsOwnVideos?: boolean | undefined
  /** An origin to which the page's form is redirected. */
  formLeadsTo?: string | undefined
  /** Origins whose pages may show this one in a frame, beside this service. Default: none, not even this service. */
  frameAncestors?: readonly string[]
  /** Whether the page has frames with pages of this service. */
  hasFrames?: boolean | undefined
  /** An origin whose page a frame shows. */
  framed?: string | undefined
  /** Whether search engines may list the page. */
  isListed?: boolean | undefined
  /** Whether same-origin links and pictures send a referrer. Default: true. */
  hasReferrer?: boolean
}

// The best encoding first.
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number] | 'identity'
// Each request compresses its page. ADR 21 has the weight and the cost of other levels.
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
const GZIP = { level: 1 }

export function newNonce(): string {
  // 122 random bits. Node draws them ahead; `randomBytes` asks the system for each page.
  return randomUUID()
}

/** Sends a page with the headers that every page has. docs/contract.md#c12-policy */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, nonce, urls, logoUrls = [], isListed, hasReferrer = true, ...page }: Page,
): Promise<FastifyReply> {
  const text = String(await html)
  const encoding = encodingOf(request)
  const bytes = compress(text, encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.vary(['Accept', 'Accept-Encoding'])
  if (!isListed) reply.header('x-robots-tag', 'noindex, nofollow')
  return reply
    .headers({
      'content-security-policy': policyOf(nonce, {
        files: originsOf(urls),
        logos: originsOf(logoUrls),
        ...page,
      }),
      'referrer-policy': hasReferrer ? 'same-origin' : 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(bytes)
}

// Compresses on the event loop: 0.13 ms for 40 photos. In a worker thread the same work costs far more in all.
function compress(text: string, encoding: Encoding): Buffer {
  if (encoding === 'br') return brotliCompressSync(text, QUALITY)
  return encoding === 'gzip' ? gzipSync(text, GZIP) : Buffer.from(text)
}

/** The best encoding that the browser takes. */
export function encodingOf(request: FastifyRequest): Encoding {
  const accepted = new Negotiator(request).encodings([...ENCODINGS])
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

interface Elsewhere
  extends Pick<Page, 'showsOwnVideos' | 'formLeadsTo' | 'frameAncestors' | 'hasFrames' | 'framed'> {
  /** Origins of pictures, videos and files. */
  files: readonly string[]
  logos: readonly string[]
}

// Scripts come only from this service, and no text becomes markup or a script. Pictures and files come only
// from the store and the CDN.
function policyOf(
  nonce: string,
  { files, logos, showsOwnVideos, formLeadsTo = '', frameAncestors, ...frames }: Elsewhere,
): string {
  const framers = frameAncestors ? ["'self'", ...originsOf(frameAncestors)].join(' ') : "'none'"
  const elsewhere = files.join(' ')
  const pictures = [...new Set([...files, ...logos])].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${pictures}`,
    `media-src 'self' ${showsOwnVideos ? 'blob: ' : ''}${elsewhere}`,
    `connect-src 'self' ${elsewhere}`,
    // Some browsers apply it to redirects too. So archives, which any origin may have, open otherwise: delivery/download.ts.
    `form-action 'self' ${formLeadsTo}`,
    ...frameSources(frames),
    `frame-ancestors ${framers}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
    .map((directive) => directive.trimEnd())
    .join('; ')
}

function frameSources({ hasFrames, framed }: Pick<Elsewhere, 'hasFrames' | 'framed'>): string[] {
  const sources = [...(hasFrames ? ["'self'"] : []), ...originsOf([framed])]
  return sources.length > 0 ? [`frame-src ${sources.join(' ')}`] : []
}

const START = /^https?:\/\/[^/?#\\]+/i

/** The origins that a header can name. Others are left out, and what is there is not loaded. */
function originsOf(urls: Iterable<string | null | undefined>): string[] {
  const starts = new Set<string>()
  // A page has thousands of addresses on a few origins: only their starts are parsed.
  for (const url of urls) {
    const [start] = (url && START.exec(url)) || []
    if (start) starts.add(start)
  }
  return [...new Set([...starts].flatMap((start) => webOrigin(start) ?? []))]
}
