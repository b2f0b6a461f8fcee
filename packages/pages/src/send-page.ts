import { randomUUID } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { webOrigin } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { bundleAssets, ENCODINGS, type Encoding } from './assets.ts'
import { type Layout, layOut } from './layout.ts'

export interface Page extends Layout {
  /** URLs of pictures, videos and files on other hosts. */
  urls: Iterable<string | null | undefined>
  /** URLs of logos, chosen by organizations. The CSP allows only pictures from them. */
  logoUrls?: Iterable<string | null | undefined> | undefined
  /** Whether the page shows videos from the person's device. */
  showsOwnVideos?: boolean | undefined
  /** An origin to which the page's form may redirect. */
  formLeadsTo?: string | undefined
  /** Origins that may frame this page, besides this service. Default: none, not even this service. */
  frameAncestors?: readonly string[]
  /** Whether the page has frames with pages of this service. */
  hasFrames?: boolean | undefined
  /** The origin of a framed page. */
  framed?: string | undefined
  /** Whether search engines may list the page. */
  isListed?: boolean | undefined
  /** Whether same-origin links and pictures send a referrer. Default: true. */
  hasReferrer?: boolean
}

// Each request compresses its page. ADR 21 has the weight and the cost of other levels.
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
const GZIP = { level: 1 }

/** Sends a page with the headers common to all pages. docs/contract.md#c12-policy */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { urls, logoUrls = [], isListed, hasReferrer = true, ...page }: Page,
): Promise<FastifyReply> {
  // 122 random bits. Node.js caches entropy for it; `randomBytes` costs a system call per page.
  const nonce = randomUUID()
  const text = String(await layOut(page, await bundleAssets(), nonce))
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

// Compresses on the event loop: 0.13 ms for 40 photos. A worker thread would cost far more in total.
function compress(text: string, encoding: Encoding): Buffer {
  if (encoding === 'br') return brotliCompressSync(text, QUALITY)
  return encoding === 'gzip' ? gzipSync(text, GZIP) : Buffer.from(text)
}

/** The best encoding the browser accepts. */
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

// Scripts only from this service, with Trusted Types. Pictures and files only from the store and the CDN.
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
    // Some browsers also apply it to redirects, so archives, which may be on any origin, open differently:
    // delivery/download.ts.
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

/** The origins that are safe in a header. Content from others isn't loaded. */
function originsOf(urls: Iterable<string | null | undefined>): string[] {
  const starts = new Set<string>()
  // A page has thousands of URLs on a few origins: parse only their starts.
  for (const url of urls) {
    const [start] = (url && START.exec(url)) || []
    if (start) starts.add(start)
  }
  return [...new Set([...starts].flatMap((start) => webOrigin(start) ?? []))]
}
