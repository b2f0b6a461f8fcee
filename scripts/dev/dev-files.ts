import type { DataFolder } from './data-folder.ts'

/** `dev.json`: where everything is, for programs. */
export interface DevFile {
  apiUrl: string
  databaseUrl: string
  s3Endpoint: string
  organizationId: string
  accessToken: string
  apiKey: string
  pids: Record<'api' | 'dispatcher' | 'postgres', number>
}

export interface DevFiles {
  /** Writes both; `dev.json` comes last, so that who finds it finds all. */
  publish(describe: () => DevFile, environmentFile: string): Promise<void>
  /** Writes `dev.json` again, if it is published: something in it has changed. */
  refresh(): void
  remove(): Promise<void>
}

const DESCRIPTION = 'dev.json'
const ENVIRONMENT = 'dev.env'

/** The files are there while the service runs. Those that a killed run left are removed now. */
export async function openDevFiles(
  folder: DataFolder,
  say: (line: string) => void,
): Promise<DevFiles> {
  let describe: (() => DevFile) | null = null
  // One after the other: the last one written is the last one described.
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
    async publish(newDescribe, environmentFile) {
      await folder.write(ENVIRONMENT, environmentFile)
      describe = newDescribe
      await writeDescription()
    },
    refresh() {
      writing = writing.then(writeDescription).catch((error) => {
        say(`${folder.path(DESCRIPTION)} could not be written: ${error.message}`)
      })
    },
  }
}
