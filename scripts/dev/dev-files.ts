import type { DataFolder } from './data-folder.ts'
import type { ServiceName } from './source-folders.ts'

/** `dev.json`: addresses, credentials and process ids, for programs. */
export interface DevFile {
  apiUrl: string
  mediaUrl: string
  databaseUrl: string
  s3Endpoint: string
  smtpUrl: string
  mailUrl: string
  organizationId: string
  accessToken: string
  apiKey: string
  pids: Record<ServiceName | 'postgres', number>
}

export interface DevFiles {
  /** Writes both files. `dev.json` is written last: when it exists, everything is ready. */
  publish(describe: () => DevFile, environmentFile: string): Promise<void>
  /** Writes `dev.json` again after a change, if it is published. */
  refresh(): void
  remove(): Promise<void>
}

const DESCRIPTION = 'dev.json'
const ENVIRONMENT = 'dev.env'

/** The files exist while the service runs. This removes the files that a killed run left. */
export async function openDevFiles(
  folder: DataFolder,
  say: (line: string) => void,
): Promise<DevFiles> {
  let describe: (() => DevFile) | null = null
  // One write after the other, so that the last write has the newest content.
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
