import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { GATED, searchesAtGate, withGate } from './support/search-gate.ts'

// Who calls and what is quick to read share a few connections; a search is neither.

t.test('while a search is slow, other keys’ requests are answered', async (t) => {
  // One: whatever is sent over it waits for what was sent before.
  const service = await testApp(t, { sharedConnections: 1 })
  const [searching, other] = [await service.createOrg(), await service.createOrg()]
  const { body: project } = await service.request('POST', '/projects/create', {
    key: other.key,
    body: { scheduledTime: '2026-05-01T09:30:00Z' },
  })
  await service.store.database.pool.query(GATED)
  for (const list of ['/projects', '/customers']) {
    for (const path of ['/projects', `/projects/${project.id}`, '/projects/status-counts']) {
      let isSearching = true
      let search: Promise<unknown> = Promise.resolve()
      await withGate(service.store, async () => {
        search = service
          .request('GET', `${list}?q=harbour`, { key: searching.key })
          .then((answer) => t.match(answer, { status: 200, body: { data: [] } }))
          .finally(() => {
            isSearching = false
          })
        while (isSearching && (await searchesAtGate(service.store)) === 0);
        t.equal((await service.request('GET', path, { key: other.key })).status, 200)
        t.ok(isSearching, `${path} is answered before the search of ${list}`)
      })
      await search
    }
  }
})
