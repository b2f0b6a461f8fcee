import { setTimeout as pause } from 'node:timers/promises'
import { MAX_ORGANIZATION_REPORTS } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const PATH = '/reports/jobs?from=2026-01-01&to=2026-12-31'

t.test(
  "an organization's reports take turns, time out after a second, and delay no other organization [c25-cost]",
  async (t) => {
    const service = await testApp(t)
    const [{ key }, other] = [await service.createOrg(), await service.createOrg()]
    const { pool } = service.store.database
    const read = () => service.request('GET', PATH, { key })
    const blocker = await pool.connect()
    await blocker.query('begin; lock table project_status_changes')
    const asked = Promise.all([read(), read(), read(), read()])
    let isOver = false
    const ended = asked.finally(() => {
      isOver = true
    })
    let most = 0
    while (!isOver) {
      const { rows } = await blocker.query(
        `select count(*)::int as waiting from pg_locks
         where relation = 'project_status_changes'::regclass and not granted`,
      )
      most = Math.max(most, rows[0].waiting)
      const list = await service.request('GET', '/projects', { key: other.key })
      t.equal(list.status, 200, 'a neighbor')
      await pause(20)
    }
    for (const response of await ended) {
      t.match([response.status, response.body.code], [503, 'search_timeout'])
      t.equal(response.headers['retry-after'], '1')
    }
    t.equal(most, MAX_ORGANIZATION_REPORTS)
    await blocker.query('rollback')
    blocker.release()
    t.equal((await read()).status, 200)
  },
)
