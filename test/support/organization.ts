import { createTestDatabase } from '@mediajobs/db/testing'
import { createOrganization } from '@mediajobs/operations/organizations'
import { openStore } from '@mediajobs/outbox'
import { startApi } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'

/** Starts a production api with a separate database, and creates a key. */
export async function startOrganization(
  t: Test,
  env: Record<string, string> = {},
): Promise<{ baseUrl: string; apiKey: string }> {
  const { url: databaseUrl } = await createTestDatabase(t)
  const store = openStore({ databaseUrl, poolSize: 1, applicationName: 'test', onError() {} })
  const input = { name: 'Test Studio', ownerEmail: 'owner@example.test' }
  const { apiKey } = await store.transaction((tx) => createOrganization(tx, input))
  await store.close()
  const { url: baseUrl } = await startApi(t, databaseUrl, env)
  return { baseUrl, apiKey }
}
