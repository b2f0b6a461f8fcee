import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'

export interface Account {
  uid: number
  gid: number
}

// `nobody` on nearly every Linux, for images without the `id` command.
const NOBODY_ID = 65534

/**
 * The account for PostgreSQL, which refuses to run as root: the owner of the data directory or, on the first start,
 * `nobody`. Null if this process isn't root.
 */
export async function unprivilegedAccount(dataDirectory: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(dataDirectory).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
}

function idOfNobody(option: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [option, 'nobody'], { encoding: 'utf8' })
  // macOS prints -2 as an unsigned number, which spawn rejects.
  return status === 0 ? Number(stdout) | 0 : NOBODY_ID
}
