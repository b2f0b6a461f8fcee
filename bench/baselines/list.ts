// The bare list: the least a service can do for the same list. No credential, limits or log; one prepared statement on
// a pool; times as formatted by PostgreSQL; the same response schema.
import { selectList } from '@mediajobs/db'
import { projects } from '@mediajobs/db/schema'
import fastify from 'fastify'
import pg from 'pg'
import { Project } from '../../apps/api/src/projects/schemas.ts'
import { PageOf } from '../../apps/api/src/vocabulary/schemas.ts'

const PAGE = 20
// Object ids of timestamptz and bigint: their text is sent as is.
const TEXT_OF = new Set([1184, 20])
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  types: {
    getTypeParser: (oid, format) =>
      TEXT_OF.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
  },
})
const LIST = {
  name: 'list',
  text: `select ${selectList(projects)} from projects where organization_id = $1
    order by created_at desc, id desc limit $2`,
}

const app = fastify()
app.get('/projects', { schema: { response: { 200: PageOf(Project) } } }, async (request) => {
  const { rows } = await pool.query({
    ...LIST,
    values: [request.headers['x-organization'], PAGE + 1],
  })
  return { data: rows.slice(0, PAGE), nextCursor: rows.length > PAGE ? rows[PAGE - 1].id : null }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening at ${url}\n`)
process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
