import { setTimeout as pause } from 'node:timers/promises'
import { MAX_ORGANIZATION_SEARCHES } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import { GATED, searchesAtGate, withGate } from './support/search-gate.ts'

t.test(
  'a search over a second is a 503, and its connection keeps no time limit [c10-search-cost]',
  async (t) => {
    const service = await testApp(t)
    const { key } = await service.createOrg()
    const { pool } = service.store.database
    await pool.query(GATED)
    await withGate(service.store, async () => {
      for (const list of ['/projects', '/customers']) {
        const response = await service.request('GET', `${list}?q=harbour`, { key })
        t.match([response.status, response.body.code], [503, 'search_timeout'])
        t.equal(response.headers['retry-after'], '1')
      }
    })
    t.equal((await service.request('GET', '/projects?q=harbour', { key })).status, 200)
    const limits = await Promise.all(
      Array.from({ length: 6 }, () => pool.query('show statement_timeout')),
    )
    for (const { rows } of limits) t.strictSame(rows, [{ statement_timeout: '8s' }])
  },
)

t.test(
  'an organization can run two concurrent searches, without delaying others [c10-fair-shares]',
  async (t) => {
    const service = await testApp(t)
    const [{ key }, other] = [await service.createOrg(), await service.createOrg()]
    await service.store.database.pool.query(GATED)
    let most = 0
    await withGate(service.store, async () => {
      const search = (by: string) => service.request('GET', '/customers?q=harbour', { key: by })
      const own = Promise.all(Array.from({ length: 5 }, () => search(key)))
      let isOver = false
      const ended = own.finally(() => {
        isOver = true
      })
      while (!isOver) {
        most = Math.max(most, await searchesAtGate(service.store))
        await pause(20)
      }
      await ended
      const both = [search(key), search(key), search(key), search(other.key)]
      while ((await searchesAtGate(service.store)) < MAX_ORGANIZATION_SEARCHES + 1) await pause(5)
      await Promise.all(both)
    })
    t.equal(most, MAX_ORGANIZATION_SEARCHES)
  },
)
