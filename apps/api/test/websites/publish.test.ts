// docs/contract.md#c23-approved, #c23-race and #c23-roles.
import { websites } from '@mediajobs/db/schema'
import { testApp } from '@mediajobs/testing/api/app'
import { websiteStudio } from '@mediajobs/testing/api/website-studio'
import { eq } from 'drizzle-orm'
import t from 'tap'

const api = await testApp(t, { trustProxy: true })
const studio = await websiteStudio(api)
const { call, visit, deliver, withWebsite, eventsOf } = studio

t.test(
  'an approval publishes a draft website, but not an offline or expired one [c23-approved]',
  async (t) => {
    const draft = await withWebsite()
    t.equal((await draft.approve()).status, 200)
    t.match(await draft.get(), { status: 'LIVE', publishedAt: /Z$/ })
    t.match(await eventsOf(draft.project.id, 'WEBSITE_PUBLISHED'), [{ reason: 'APPROVED' }])
    t.equal((await visit(draft.site)).status, 200)
    await call('POST', `/projects/${draft.project.id}/deliver`)
    t.equal((await draft.get()).status, 'LIVE', 'a new delivery keeps it live')

    const offline = await withWebsite()
    await offline.unpublish()
    await offline.approve()
    t.equal((await offline.get()).status, 'OFFLINE', 'staff said no')

    const expired = await withWebsite()
    await api.store.sql.orm
      .update(websites)
      .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
      .where(eq(websites.projectId, expired.project.id))
    await expired.approve()
    t.equal((await expired.get()).status, 'DRAFT')

    const without = await deliver()
    t.equal((await without.approve()).status, 200)
    t.equal((await call('GET', `/projects/${without.project.id}/website`)).status, 404)
    t.strictSame(await eventsOf(without.project.id, 'WEBSITE_PUBLISHED'), [])
  },
)

t.test(
  'concurrent approve, publish and unpublish end in one state, with matching events [c23-race]',
  async (t) => {
    for (let round = 0; round < 8; round++) {
      const { project, approve, publish, unpublish, get, site } = await withWebsite()
      const responses = await Promise.all([
        approve(),
        publish(),
        unpublish(),
        publish(),
        unpublish(),
      ])
      for (const { status } of responses) t.equal(status, 200)
      const published = (await eventsOf(project.id, 'WEBSITE_PUBLISHED')).length
      const unpublished = (await eventsOf(project.id, 'WEBSITE_UNPUBLISHED')).length
      const { status } = await get()
      t.equal(published - unpublished, status === 'LIVE' ? 1 : 0, `${published} - ${unpublished}`)
      t.ok(status === 'LIVE' || status === 'OFFLINE', status)
      t.equal((await visit(site)).status, status === 'LIVE' ? 200 : 404)
    }
  },
)

t.test(
  'only ADMIN, MANAGER and the assigned EDITOR can see and change a website [c23-roles, c2-access-websites]',
  async (t) => {
    const { project, path } = await withWebsite()
    const editor = async () => {
      const { userId, keyWith } = await api.createMember(studio.org, 'EDITOR')
      return { userId, key: await keyWith('WRITE') }
    }
    const [mine, other] = [await editor(), await editor()]
    await call('PATCH', `/projects/${project.id}/assign-editor`, { userId: mine.userId })
    const calls = [
      ['GET', path],
      ['PUT', path, {}],
      ['POST', `${path}/publish`],
      ['POST', `${path}/unpublish`],
      ['GET', `${path}/views`],
      ['GET', `/projects/${project.id}/leads`],
    ] as const
    for (const [method, to, body] of calls) {
      t.equal((await call(method, to, body, mine.key)).status, 200, `${method} ${to}`)
      const refused = await call(method, to, body, other.key)
      t.match(refused, { status: 403, body: { code: 'role_forbids' } }, `${method} ${to}`)
    }
  },
)
