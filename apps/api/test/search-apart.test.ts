import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { GATED, searchesAtGate, withGate } from './support/search-gate.ts'

// Admissions and quick reads share a few connections. A search must not use them: it can be slow.

t.test('a slow search does not delay requests with other keys', async (t) => {
  // With one shared connection, each statement waits for the previous one.
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
          .then((response) => t.match(response, { status: 200, body: { data: [] } }))
          .finally(() => {
            isSearching = false
          })
        while (isSearching && (await searchesAtGate(service.store)) === 0);
        t.equal((await service.request('GET', path, { key: other.key })).status, 200)
        t.ok(isSearching, `${path} is served before the search of ${list} ends`)
      })
      await search
    }
  }
})
