import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const DEFAULT_FOLDER = fileURLToPath(new URL('../../.data', import.meta.url))

/** The folder with all data of development: `DATA_DIR`, or `.data` in the checkout. */
export interface DataFolder {
  path(name: string): string
  /** Null when the file does not exist or cannot be read. */
  readJson<Content>(name: string): Promise<Content | null>
  /** Writes the whole file or nothing. Only its owner can read it. */
  write(name: string, text: string): Promise<void>
  writeJson(name: string, content: unknown): Promise<void>
  remove(name: string): Promise<void>
}

export async function openDataFolder(dataDir: string | undefined): Promise<DataFolder> {
  const folder = dataDir ? resolve(dataDir) : DEFAULT_FOLDER
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = (name: string) => join(folder, name)

  async function write(name: string, text: string): Promise<void> {
    const unfinished = path(`${name}.${randomBytes(4).toString('hex')}.unfinished`)
    await writeFile(unfinished, text, { mode: 0o600, flush: true })
    await rename(unfinished, path(name))
  }

  return {
    path,
    write,
    writeJson: (name, content) => write(name, `${JSON.stringify(content, null, 2)}\n`),
    remove: (name) => rm(path(name), { force: true }),
    async readJson(name) {
      try {
        return JSON.parse(await readFile(path(name), 'utf8'))
      } catch {
        return null
      }
    },
  }
}
