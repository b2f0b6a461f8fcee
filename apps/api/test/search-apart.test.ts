import t from 'tap'
import { testApp } from './support/app.ts'

// Who calls and what is quick to read share a few connections; a search is neither.

const GATE = 7_041

// The service's own function, which now waits for the gate before it does its work.
const GATED = `
  alter function search_query(text) rename to ungated_search_query;
  create function search_query(words text) returns tsquery language plpgsql immutable as $$
  begin
    perform pg_advisory_xact_lock_shared(${GATE});
    return ungated_search_query(words);
  end $$`

const WAITING = `
  select 1 from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`

t.test('while a search is slow, other keys’ requests are answered', async (t) => {
  // One: whatever is sent over it waits for what was sent before.
  const service = await testApp(t, { sharedConnections: 1 })
  const [searching, other] = [await service.createOrg(), await service.createOrg()]
  const { body: project } = await service.request('POST', '/projects/create', {
    key: other.key,
    body: { scheduledTime: '2026-05-01T09:30:00Z' },
  })
  await service.store.database.pool.query(GATED)
  const gate = await service.store.database.pool.connect()
  for (const list of ['/projects', '/customers']) {
    await gate.query(`select pg_advisory_lock(${GATE})`)
    let isSearching = true
    const search = service.request('GET', `${list}?q=harbour`, { key: searching.key })
    const ended = search.finally(() => {
      isSearching = false
    })
    while (isSearching && (await service.store.sql.query(WAITING)).length === 0);
    for (const path of ['/projects', `/projects/${project.id}`, '/projects/status-counts']) {
      t.equal((await service.request('GET', path, { key: other.key })).status, 200)
      t.ok(isSearching, `${path} is answered before the search of ${list}`)
    }
    await gate.query(`select pg_advisory_unlock(${GATE})`)
    t.match(await ended, { status: 200, body: { data: [] } })
  }
  gate.release()
})
