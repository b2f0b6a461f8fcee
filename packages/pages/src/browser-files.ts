import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

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
  'browser/corrected.ts',
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

export interface BrowserFile {
  source: AssetSource
  extension: string
  text: string
}

/** The files of {@link bundleFiles}. In images, `docker/bundle.ts` replaces this function with the built files. */
export async function browserFiles(): Promise<BrowserFile[]> {
  const files = await bundleFiles()
  // Ends esbuild's process, which would otherwise keep its memory.
  await stop()
  return files
}

/** Bundles each source. */
export async function bundleFiles(): Promise<BrowserFile[]> {
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
  const outputs = Object.values(metafile.outputs)
  return outputFiles.map(({ path, text }, i) => {
    const source = outputs[i]?.entryPoint
    if (source === undefined) throw new Error(`${path} isn't built from a source`)
    return { source: source as AssetSource, extension: extname(path), text }
  })
}
