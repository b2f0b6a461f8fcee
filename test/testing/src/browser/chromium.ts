import { execFile } from 'node:child_process'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

interface Chromium {
  executablePath: string
  /** Additional environment variables. */
  env: Record<string, string>
}

const run = promisify(execFile)
const DATA = fileURLToPath(new URL('../../../../.data/', import.meta.url))

// The package bundles libraries that a minimal Linux lacks, but unpacks them only on AWS.
const AS_ON_AWS = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }

/** Why no browser can be started here, or `null`. */
export function whyNoChromium(): string | null {
  if (process.env.CHROMIUM_PATH || (process.platform === 'linux' && process.arch === 'x64'))
    return null
  return (
    'The browser that comes from the package registry runs only on Linux x64: set CHROMIUM_PATH to ' +
    'an installed Chromium or Chrome.'
  )
}

/** Starts Chromium until this process ends. Keeps web security, which `@sparticuz/chromium` recommends turning off. */
export async function launchChromium(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({
    executablePath,
    env: { ...definedOf(process.env), ...env },
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  })
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

// The Chromium of `CHROMIUM_PATH`, or that of the package registry, unpacked once into `.data` (200 MB).
async function findChromium(): Promise<Chromium> {
  const installed = process.env.CHROMIUM_PATH
  if (installed) return { executablePath: installed, env: {} }
  const folder = `${DATA}chromium-${await versionOfPackage()}`
  if (!(await exists(folder))) await unpack(folder)
  return {
    executablePath: `${folder}/chromium`,
    env: { LD_LIBRARY_PATH: `${folder}/al2023/lib`, FONTCONFIG_PATH: `${folder}/fonts` },
  }
}

// The package uses the files in TMPDIR even if another version unpacked them, so each version has a separate folder. It
// is renamed into place when complete, because test processes may unpack concurrently.
async function unpack(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  await run(process.execPath, [fileURLToPath(new URL('unpack-chromium.ts', import.meta.url))], {
    env: { ...process.env, ...AS_ON_AWS, TMPDIR: unfinished },
  })
  // The package's configuration names AWS folders. Without a font, forms crash the browser.
  await writeFile(`${unfinished}/fonts/fonts.conf`, fontsIn(`${folder}/fonts`))
  await rename(unfinished, folder).catch(async (error) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(folder))) throw error
  })
}

function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`
}

async function versionOfPackage(): Promise<string> {
  const module = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const manifest = new URL('../package.json', pathToFileURL(module))
  return JSON.parse(await readFile(manifest, 'utf8')).version
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
