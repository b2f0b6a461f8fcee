import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import type { Test } from 'tap'
import { readDocument } from './document.ts'

const ROOT = new URL('../../', import.meta.url)

type Verified = (rawBody: Buffer, headers: object, secret: string) => { id: string; event: string }

/** The function `verified` of a program in docs/api.md, loaded in a folder with only `library` installed. */
export async function documented(t: Test, filename: string, library: string): Promise<Verified> {
  const { blocks } = await readDocument('docs/api.md')
  const block = blocks.find((each) => each.filename === filename)
  if (!block) throw new Error(`docs/api.md has no ${filename}`)
  const folder = await scratchFolder(t)
  await mkdir(join(folder, 'node_modules'))
  const installed = await realpath(new URL(`node_modules/${library}`, ROOT))
  await symlink(installed, join(folder, 'node_modules', library))
  await writeFile(join(folder, filename), block.text)
  const { verified } = await import(pathToFileURL(join(folder, filename)).href)
  return verified
}
