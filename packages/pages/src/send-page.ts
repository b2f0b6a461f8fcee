import { createHash, hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { webOrigin } from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { bundleAssets, ENCODINGS, type Encoding } from './assets.ts'
import type { PagesOptions } from './host.ts'
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
  /**
   * Origins that may frame this page, in addition to this service's. By default no origin may, not even this service's.
   */
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

// Compresses within a request: 0.13 ms for 40 photos, less than another thread costs. ADR 21 has other levels.
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
const GZIP = { level: 1 }

/** Sends a page with the headers common to all pages. docs/contract.md#c12-policy */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
): Promise<FastifyReply> {
  const encoding = encodingOf(request)
  return send(reply, await render(page, encoding), encoding)
}

// What: caches compressed pages for a minute, keyed by their data.
// Why: all visitors of a link get the same page. Rendering takes a fifth of its processor time.
// Measured: docs/performance.md
// To remove: use `sendPage` for every page.
const KEPT = { maxSize: 16 * 2 ** 20, ttl: 60_000 }
const kept = new WeakMap<PagesOptions, LRUCache<string, Rendered>>()

/**
 * Like {@link sendPage}, for a page that is the same for everyone with the link.
 *
 * @param of everything `make` depends on, as JSON; the time may be up to a minute ago
 */
export async function sendSharedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  of: unknown,
  make: () => Page,
): Promise<FastifyReply> {
  const encoding = encodingOf(request)
  if (encoding !== 'br') return send(reply, await render(make(), encoding), encoding)
  const { host } = request.server
  const pages =
    kept.get(host) ?? new LRUCache<string, Rendered>({ ...KEPT, sizeCalculation: sizeOf })
  kept.set(host, pages)
  const key = hash('sha256', JSON.stringify(of), 'base64')
  const seen = pages.get(key)
  if (seen) return send(reply, seen, encoding)
  const page = await render(make(), encoding)
  // Not after a hit: each `set` would keep the page for another minute.
  pages.set(key, page)
  return send(reply, page, encoding)
}

interface Rendered {
  bytes: Buffer
  headers: Record<string, string>
}

function sizeOf({ bytes, headers }: Rendered): number {
  return bytes.length + Object.values(headers).join('').length
}

async function render(
  { urls, logoUrls = [], isListed, hasReferrer = true, ...page }: Page,
  encoding: Encoding,
): Promise<Rendered> {
  const text = String(await layOut(page, await bundleAssets()))
  const policy = policyOf({
    style: page.css && String(await page.css),
    files: originsOf(urls),
    logos: originsOf(logoUrls),
    ...page,
  })
  return {
    bytes: compress(text, encoding),
    headers: {
      'content-security-policy': policy,
      'referrer-policy': hasReferrer ? 'same-origin' : 'no-referrer',
      ...(isListed ? {} : { 'x-robots-tag': 'noindex, nofollow' }),
    },
  }
}

function send(reply: FastifyReply, { bytes, headers }: Rendered, encoding: Encoding): FastifyReply {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.vary(['Accept', 'Accept-Encoding'])
  return reply.headers(headers).type('text/html; charset=utf-8').send(bytes)
}

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
  /** The content of `<style>`. */
  style: string | undefined
  /** Origins of pictures, videos and files. */
  files: readonly string[]
  logos: readonly string[]
}

// Scripts only from this service, with Trusted Types. Files only from the store and the CDN; pictures also from logos'
// origins.
function policyOf({
  style,
  files,
  logos,
  showsOwnVideos,
  formLeadsTo = '',
  frameAncestors,
  ...frames
}: Elsewhere): string {
  const framers = frameAncestors ? ["'self'", ...originsOf(frameAncestors)].join(' ') : "'none'"
  const elsewhere = files.join(' ')
  const pictures = [...new Set([...files, ...logos])].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${style === undefined ? '' : hashSource(style)}`,
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

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
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
