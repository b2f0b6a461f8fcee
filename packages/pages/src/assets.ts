import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, stop } from 'esbuild'

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

/** Style sheets and browser modules, by page. */
const SOURCES = [
  'style.css',
  'delivery/style.css',
  'delivery/locked.css',
  'delivery/pairs.css',
  'delivery/viewer.css',
  'delivery/browser/main.ts',
  'delivery/browser/missing.ts',
  'delivery/browser/share.ts',
  'delivery/browser/texts-en.ts',
  'delivery/browser/texts-es.ts',
  'delivery/browser/work.ts',
  'delivery/browser/waiting.ts',
  'originals/style.css',
  'staff/style.css',
  'staff/invitation/browser/main.ts',
  'staff/palette/browser/main.ts',
  'staff/palette/browser/work.ts',
  'plain.css',
  'my/style.css',
  'book/style.css',
  'book/browser/main.ts',
  'order/style.css',
  'order/browser/main.ts',
  'pay/style.css',
  'pay/browser/main.ts',
  'site/style.css',
  'site/browser/main.ts',
  'site/browser/work.ts',
  'password-reset/browser/main.ts',
  'staff/project/browser/main.ts',
  'staff/project/browser/replace.ts',
  'staff/project/preview.css',
  'staff/project/style.css',
  'staff/order-forms/browser/main.ts',
  'staff/website/browser/main.ts',
  'staff/website/style.css',
  'staff/upload/browser/main.ts',
  'staff/upload/style.css',
  'staff/browser/copy.ts',
  'staff/imports/browser/main.ts',
  'staff/orders/style.css',
  'staff/customers/style.css',
  'staff/today/style.css',
  'staff/reports/style.css',
  'staff/board/browser/main.ts',
  'staff/board/style.css',
  'staff/start/browser/main.ts',
  'staff/booking/browser/main.ts',
  'staff/booking/style.css',
  'staff/calendar/browser/main.ts',
  'staff/calendar/style.css',
  'staff/settings/browser/main.ts',
  'staff/settings/style.css',
  'staff/developers/browser/main.ts',
  'staff/developers/style.css',
] as const

export type AssetSource = (typeof SOURCES)[number]

const TYPES = { '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }
const HASH_LENGTH = 12

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const GZIP = { level: constants.Z_BEST_COMPRESSION }
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

export type Assets = ReadonlyMap<string, Asset>

let bundled: Promise<Assets> | undefined

/** Bundles the sources of all pages, once per process. The keys are {@link AssetSource}s. */
export function bundleAssets(): Promise<Assets> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<Assets> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
    entryPoints: [...SOURCES],
    outdir: 'out',
    outbase: '.',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    charset: 'utf8',
    // Browsers since 2022: the pages need `<dialog>` and `aspect-ratio`.
    target: ['chrome103', 'firefox101', 'safari15.4'],
    logLevel: 'silent',
  })
  // Ends the process of esbuild, which would otherwise keep its memory.
  await stop()
  const outputs = Object.values(metafile.outputs)
  return new Map(
    outputFiles.map(({ path, contents }, i) => {
      const source = outputs[i]?.entryPoint
      if (source === undefined) throw new Error(`${path} is not made of a source`)
      return [source, assetOf(source, extname(path), Buffer.from(contents))] as const
    }),
  )
}

function assetOf(source: string, extension: string, identity: Buffer): Asset {
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
