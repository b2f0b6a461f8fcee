import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MIGRATIONS = fileURLToPath(new URL('../../../../migrations', import.meta.url))

/**
 * Fills `folder` with the service's migrations and one more.
 *
 * @param statements of the added migration
 */
export async function addMigration(folder: string, statements: readonly string[]): Promise<void> {
  await cp(MIGRATIONS, folder, { recursive: true })
  const journalFile = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(journalFile, 'utf8'))
  const { idx, when, ...rest } = journal.entries.at(-1)
  journal.entries.push({ ...rest, idx: idx + 1, when: when + 1_000, tag: 'one_more' })
  await writeFile(journalFile, JSON.stringify(journal))
  await writeFile(join(folder, 'one_more.sql'), statements.join('\n--> statement-breakpoint\n'))
}
