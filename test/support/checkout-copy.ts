import { cp, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import type { Test } from 'tap'
import { ROOT } from './dev.ts'

const COPIED = ['apps', 'migrations', 'packages', 'scripts', 'package.json']
const OWN_SCOPE = '@mediajobs'

/**
 * Copies this checkout so a test may change its files, and returns the folder. Shares dependencies, but not workspace
 * packages.
 */
export async function copyCheckout(t: Test): Promise<string> {
  const copy = await scratchFolder(t)
  const filter = (path: string) => basename(path) !== 'node_modules'
  for (const name of COPIED) {
    await cp(join(ROOT, name), join(copy, name), { recursive: true, filter })
  }
  await linkDependencies(copy, '.')
  for (const parent of ['apps', 'packages']) {
    for (const name of await readdir(join(copy, parent))) {
      await linkDependencies(copy, join(parent, name))
    }
  }
  return copy
}

async function linkDependencies(copy: string, workspace: string): Promise<void> {
  const [from, to] = [ROOT, copy].map((root) => join(root, workspace, 'node_modules'))
  if (!from || !to) return
  const names = await readdir(from).catch(() => [])
  await mkdir(join(to, OWN_SCOPE), { recursive: true })
  for (const name of names.filter((each) => each !== OWN_SCOPE)) {
    await symlink(join(from, name), join(to, name))
  }
  // Relative links, so they stay within the copy.
  for (const name of await readdir(join(from, OWN_SCOPE)).catch(() => [])) {
    await symlink(await readlink(join(from, OWN_SCOPE, name)), join(to, OWN_SCOPE, name))
  }
}
