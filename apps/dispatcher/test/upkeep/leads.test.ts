import { newId } from '@mediajobs/db'
import { leads, projects } from '@mediajobs/db/schema'
import { LEAD_DAYS } from '@mediajobs/domain'
import { createFaultLog } from '@mediajobs/runtime'
import { testLogger } from '@mediajobs/runtime/testing'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { cleanUp } from '../../src/upkeep/cleanup.ts'
import { openFixture } from '../../testing/fixture.ts'

const DAY_MS = 86_400_000

t.test('a lead is erased after 30 days [c23-lead-erased]', async (t) => {
  const faults = createFaultLog(testLogger('dispatcher'), 'dispatcher')
  const fixture = await openFixture(t)
  const { orm } = fixture.store.sql
  const organizationId = await fixture.createOrg()
  const projectId = newId()
  await orm.insert(projects).values({
    organizationId,
    id: projectId,
    status: 'DELIVERED',
    scheduledTime: '2026-05-01T09:30:00.000Z',
  })
  const lead = (name: string, days: number) => ({
    organizationId,
    id: newId(),
    projectId,
    name,
    createdAt: new Date(Date.now() - days * DAY_MS).toISOString(),
  })
  await orm.insert(leads).values([lead('old', LEAD_DAYS + 0.01), lead('new', LEAD_DAYS - 0.01)])
  await cleanUp(fixture.store.database, faults)
  const left = await orm.select().from(leads).where(eq(leads.projectId, projectId))
  t.strictSame(
    left.map(({ name }) => name),
    ['new'],
  )
})
