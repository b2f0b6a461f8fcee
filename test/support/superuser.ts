import { openDatabase } from '@mediajobs/db'
import type { Test } from 'tap'

const WHY =
  'reads query plans, for which PostgreSQL loads auto_explain: TEST_DATABASE_URL has no superuser'

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
