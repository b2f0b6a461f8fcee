import { readFile, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { bundleFiles } from '../packages/pages/src/browser-files.ts'

// `node docker/bundle.ts` joins the modules of each app into the file that its image starts: with its 1,700 modules
// apart, an api takes twice the processor time to start and half as much memory again.

export const APPS = ['api', 'dispatcher', 'media'] as const
export type App = (typeof APPS)[number]

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// These packages read files next to their own: native code, pages.
const APART = /^(@node-rs\/argon2|swagger-ui-dist)(\/|$)/
const BROWSER_FILES = /packages\/pages\/src\/browser-files\.ts$/
// CommonJS modules in the file call `require` for Node.js modules.
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)`

/** Bundles an app into `folder` and returns the path of its file. */
export async function bundle(app: App, folder = join(ROOT, 'apps', app, 'dist')): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join('apps', app, 'src/main.ts')],
    outdir: folder,
    bundle: true,
    // Modules loaded on first use stay separate.
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Less to compile at startup. The source maps stay next to it. Names aren't minified, because errors are logged by class
    // name. Instead, `keepNames` would set each function's name whenever it's created: a tenth of an api's start.
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
    banner: { js: REQUIRE },
    plugins: [filesOf(folder), requiredHttp, onePg],
    logLevel: 'warning',
  })
  return join(folder, 'main.js')
}

/** Lets code bundled into `folder` read its files at their original paths. */
function filesOf(folder: string): Plugin {
  const pathTo = (file: string) => relative(folder, file)
  return {
    name: 'files',
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: APART }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === APART) return
        const found = await resolve(path, { kind, importer, resolveDir, pluginData: APART })
        return { path: pathTo(found.path), external: true, errors: found.errors }
      })
      onLoad({ filter: BROWSER_FILES }, async () => {
        const files = JSON.stringify(await bundleFiles())
        return { contents: `export const browserFiles = async () => ${files}` }
      })
      onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        const url = `new URL(${JSON.stringify(pathTo(path))}, import.meta.url).href`
        return {
          contents: text.replaceAll('import.meta.url', url),
          loader: 'ts',
          resolveDir: dirname(path),
        }
      })
    },
  }
}

// Importing `node:http` evaluates each of its exports. One of them, `WebSocket`, loads undici: a tenth of an api's start.
const requiredHttp: Plugin = {
  name: 'required http',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'required' } : undefined,
    )
    onLoad({ filter: /^node:http$/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }))
  },
}

// Its ESM facade declares `DatabaseError` once more, so esbuild would rename the class.
const onePg: Plugin = {
  name: 'one pg',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^pg$/ }, ({ kind, importer, resolveDir }) =>
      kind === 'import-statement'
        ? resolve('pg', { kind: 'require-call', importer, resolveDir })
        : undefined,
    )
  },
}

if (import.meta.main) for (const app of APPS) await bundle(app)
