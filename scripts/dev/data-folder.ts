import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EngineError } from '@mediajobs/local-engines'
import { findProcess } from '@mediajobs/local-engines/process-table'

export const SERVICES = ['api', 'dispatcher', 'media'] as const
export type ServiceName = (typeof SERVICES)[number]

const DEFAULT_FOLDER = fileURLToPath(new URL('../../.data', import.meta.url))

export type DataFolder = Awaited<ReturnType<typeof openDataFolder>>

/** The folder of development data: `DATA_DIR`, or `.data` in the checkout. */
export async function openDataFolder(dataDir: string | undefined) {
  const folder = dataDir ? resolve(dataDir) : DEFAULT_FOLDER
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = (name: string) => join(folder, name)

  /** Atomic. Readable only by the owner. */
  async function write(name: string, text: string): Promise<void> {
    const unfinished = path(`${name}.${randomBytes(4).toString('hex')}.unfinished`)
    await writeFile(unfinished, text, { mode: 0o600, flush: true })
    await rename(unfinished, path(name))
  }

  return {
    path,
    write,
    writeJson: (name: string, content: unknown) =>
      write(name, `${JSON.stringify(content, null, 2)}\n`),
    remove: (name: string) => rm(path(name), { force: true }),
    /** Null if missing or unreadable. */
    async readJson<Content>(name: string): Promise<Content | null> {
      try {
        return JSON.parse(await readFile(path(name), 'utf8'))
      } catch {
        return null
      }
    },
  }
}

const LOCK = 'dev.lock'

/**
 * Locks the data folder until the returned function is called. Ignores locks of killed processes.
 *
 * @throws {EngineError} DIRECTORY_IN_USE
 */
export async function takeLock(folder: DataFolder): Promise<() => Promise<void>> {
  const lock = folder.path(LOCK)
  const mine = folder.path(`${LOCK}.${process.pid}`)
  const startedAt = (await findProcess(process.pid))?.startedAt ?? ''
  // Written first and then linked, so no process reads a partial lock.
  await writeFile(mine, JSON.stringify({ pid: process.pid, startedAt }), { mode: 0o600 })
  try {
    while (!(await isLinked(mine, lock))) {
      const pid = await livingHolder(folder)
      if (pid) {
        throw new EngineError(
          'DIRECTORY_IN_USE',
          `\`pnpm dev\` is already running here, as process ${pid}: end it first, or set DATA_DIR and PORT for a second one`,
        )
      }
      await rm(lock, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
  return () => rm(lock, { force: true })
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function livingHolder(folder: DataFolder): Promise<number | null> {
  const holder = await folder.readJson<{ pid: number; startedAt: string }>(LOCK)
  const found = holder && (await findProcess(holder.pid))
  return found && found.startedAt === holder.startedAt ? holder.pid : null
}

export type Secrets = Awaited<ReturnType<typeof keptSecrets>>

const SECRETS = 'secrets.json'

/** Generated once: the database contains data encrypted with them. */
export async function keptSecrets(folder: DataFolder) {
  const secrets = {
    /** The value of `SECRETS_KEY`. */
    secretsKey: randomBytes(32).toString('base64'),
    s3AccessKey: randomBytes(10).toString('hex'),
    s3SecretKey: randomBytes(30).toString('base64url'),
    s3UploadAccessKey: randomBytes(10).toString('hex'),
    s3UploadSecretKey: randomBytes(30).toString('base64url'),
    /** Prefix of the demo organizations' keys at the payment emulator. */
    paymentsKey: `sk_test_${randomBytes(16).toString('hex')}`,
    /** Signs the emulator's events. */
    paymentsEventSecret: `whsec_${randomBytes(24).toString('hex')}`,
    ...(await folder.readJson<object>(SECRETS)),
  }
  await folder.writeJson(SECRETS, secrets)
  return secrets
}

/** `dev.json`: addresses, credentials and process ids, for programs. */
export interface DevFile {
  apiUrl: string
  mediaUrl: string
  databaseUrl: string
  s3Endpoint: string
  smtpUrl: string
  mailUrl: string
  /** The dashboard of the payment emulator; null with PAYMENTS_API_URL. */
  paymentsUrl: string | null
  organizationId: string
  accessToken: string
  apiKey: string
  pids: Record<ServiceName | 'postgres', number>
}

export type DevFiles = Awaited<ReturnType<typeof openDevFiles>>

const DESCRIPTION = 'dev.json'
const ENVIRONMENT = 'dev.env'

/** Files that exist while the service runs. Removes leftovers of a killed run. */
export async function openDevFiles(folder: DataFolder, say: (line: string) => void) {
  let describe: (() => DevFile) | null = null
  // Serialized, so the last write has the newest content.
  let writing = Promise.resolve()

  async function remove(): Promise<void> {
    describe = null
    await writing
    await folder.remove(DESCRIPTION)
    await folder.remove(ENVIRONMENT)
  }

  async function writeDescription(): Promise<void> {
    if (describe) await folder.writeJson(DESCRIPTION, describe())
  }

  await remove()
  return {
    remove,
    /** Writes both files. Writes `dev.json` last: once it exists, everything is ready. */
    async publish(newDescribe: () => DevFile, environmentFile: string): Promise<void> {
      await folder.write(ENVIRONMENT, environmentFile)
      describe = newDescribe
      await writeDescription()
    },
    /** Rewrites `dev.json` after a change, if published. */
    refresh(): void {
      writing = writing.then(writeDescription).catch((error) => {
        say(`${folder.path(DESCRIPTION)} could not be written: ${error.message}`)
      })
    },
  }
}
