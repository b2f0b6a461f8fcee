import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { furnishedOrg } from '@mediajobs/testing/api/furnished-org'
import { eventually } from '@mediajobs/testing/dispatcher/fixture'
import t from 'tap'
import { runAdmin } from './support/admin.ts'
import {
  type Cells,
  execute,
  migratedDatabase,
  startLogicalPostgres,
  startMove,
} from './support/two-cells.ts'

// docs/contract.md#c15-move

t.setTimeout(240_000)
const server = await startLogicalPostgres(t, 'cells')
const sourceUrl = await migratedDatabase(server, 'source')
const targetUrl = await migratedDatabase(server, 'target')
const there = await testApp(t, { databaseUrl: targetUrl })
const cells: Cells = { sourceUrl, targetUrl, targetApi: there.url }
const here = await testApp(t, {
  databaseUrl: sourceUrl,
  cellUrls: new Map([['bb', there.url]]),
})
const move = async (organization: string, args: string[] = [], more: Record<string, string> = {}) =>
  startMove(cells, organization, args, more).outcome

t.test('an organization is moved with all its rows, credentials and links', async (t) => {
  const { org, make } = await furnishedOrg(here)
  const neighbour = await here.createOrg()
  const outcome = await move(org.organizationId)
  t.match(outcome, { code: 0, stderr: '' }, outcome.stdout)
  t.comment(outcome.stdout)
})
