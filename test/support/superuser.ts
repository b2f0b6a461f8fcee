import { openDatabase } from '@mediajobs/db'
import type { Test } from 'tap'

const WHY =
  'reading query plans needs auto_explain, which only a superuser can load: TEST_DATABASE_URL names another role'

/** Skips the file unless the tests' role is a superuser. Call first. */
export async function needsSuperuser(t: Test): Promise<void> {
  const url = process.env.TEST_DATABASE_URL ?? ''
  const database = openDatabase({ url, poolSize: 1, applicationName: 'test', onError() {} })
  const [row] = await database.sql.queryOnce<{ isSuperuser: string }>(
    `select current_setting('is_superuser') as "isSuperuser"`,
  )
  await database.close()
  if (row?.isSuperuser === 'on') return
  t.plan(0, WHY)
  process.exit(0)
}
