import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import type { Test } from 'tap'

/** A project with only the packed packages installed. */
export interface EmptyProject {
  folder: string
  tarballs: Uint8Array[]
}

const PACKAGES = ['client', 'webhook-signature']

/** Packs the published packages and installs them into a new project, without a registry. */
export async function installPacked(t: Test): Promise<EmptyProject> {
  const folder = await scratchFolder(t)
  await Promise.all(PACKAGES.map((name) => pack(name, folder)))
  const files = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await succeed('npm', ['install', '--offline', '--ignore-scripts', ...files], { cwd: folder })
  const tarballs = await Promise.all(files.map((name) => readFile(join(folder, name))))
  return { folder, tarballs }
}

async function pack(name: string, folder: string): Promise<void> {
  const cwd = fileURLToPath(new URL(`../../packages/${name}`, import.meta.url))
  await succeed('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', folder], { cwd })
}

/** Runs a command. Returns exit code and output. */
export async function run(
  command: string,
  args: string[],
  options: SpawnOptions,
): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ])
  return { code, output: `${out}${err}` }
}

async function succeed(command: string, args: string[], options: SpawnOptions): Promise<void> {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${code}\n${output}`)
}

/** The first code block of each section of a README, by the section's heading. */
export async function snippetsOf(name: string): Promise<Map<string, string>> {
  const file = new URL(`../../packages/${name}/README.md`, import.meta.url)
  const found = new Map<string, string>()
  for (const section of (await readFile(file, 'utf8')).split(/^#+ /m)) {
    const [heading = ''] = section.split('\n', 1)
    const [, code] = /^```(?:js|ts|python|php)\n(.*?)^```/ms.exec(section) ?? []
    if (code) found.set(heading, code)
  }
  return found
}
