import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type AssetSource, type BrowserFile, browserFiles } from './browser-files.ts'

// The best encoding first.
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** A file that pages load. Its URL changes with its bytes. */
export interface Asset {
  /** The file name under `/assets/`. */
  name: string
  type: string
  /** Compressed on first request of an encoding: compressing everything would take a third of an api's startup. */
  bytes(encoding: Encoding): Promise<Buffer>
}

const TYPES = { '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }
const HASH_LENGTH = 12

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const GZIP = { level: constants.Z_BEST_COMPRESSION }
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

export type Assets = ReadonlyMap<AssetSource, Asset>

let bundled: Promise<Assets> | undefined

/** The files of all pages by {@link AssetSource}, bundled once per process. */
export function bundleAssets(): Promise<Assets> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<Assets> {
  const files = await browserFiles()
  return new Map(files.map((file) => [file.source, assetOf(file)]))
}

function assetOf({ source, extension, text }: BrowserFile): Asset {
  const identity = Buffer.from(text)
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, HASH_LENGTH)
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(identity)]])
  return {
    name: `${source.split(/[/.]/)[0]}-${hash}${extension}`,
    type: TYPES[extension as keyof typeof TYPES],
    bytes(encoding) {
      const bytes =
        made.get(encoding) ??
        (encoding === 'br' ? compress.br(identity, BROTLI) : compress.gzip(identity, GZIP))
      made.set(encoding, bytes)
      return bytes
    },
  }
}
