// What a service built on pg-boss would do per event: `send` in the transaction that writes the record, and `work` in
// a second process, which signs and posts. No credential, limit, validation, log of attempts or fair shares.
// Arguments: `api` or `worker`, and the URLs of PostgreSQL and the receiver.
import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { Pool } from 'undici'
import { postBare } from '../support/load.ts'

const CONNECTIONS = 16
const SCHEMA = 'bare_boss'
const QUEUE = 'webhooks'
const TABLE = `
  create schema if not exists bare_jobs;
  create table if not exists bare_jobs.customers (
    id uuid primary key, name text, email text unique, phone text, company text, notes text,
    "externalId" text unique, "createdAt" timestamptz default now())`
const WRITE = `
  insert into bare_jobs.customers (id, name, email, phone, company, notes, "externalId")
  values ($1, $2, $3, $4, $5, $6, $7) returning *`
const FIELDS = ['name', 'email', 'phone', 'company', 'notes', 'externalId'] as const

interface Event {
  id: string
  data: string
}

const [role, databaseUrl = '', receiverUrl = ''] = process.argv.slice(2)
const boss = new PgBoss({
  connectionString: databaseUrl,
  schema: SCHEMA,
  max: CONNECTIONS,
  useListenNotify: role === 'worker',
  supervise: role === 'worker',
  schedule: false,
})
boss.on('error', (error) => process.stderr.write(`${error.stack}\n`))
await boss.start()
process.stdout.write(`listening at ${role === 'worker' ? await startWorker() : await startApi()}\n`)
process.once('SIGTERM', () => process.exit(0))

async function startApi(): Promise<string> {
  await boss.createQueue(QUEUE, { notify: true })
  const database = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  await database.query(TABLE)
  const app = fastify()
  app.post<{ Body: Record<string, string> }>('/customers', async ({ body }, reply) => {
    const customerId = randomUUID()
    const customer = { id: customerId, ...body, createdAt: new Date().toISOString() }
    const data = JSON.stringify({ event: 'CUSTOMER_CREATED', customerId, customer })
    const values = [customerId, ...FIELDS.map((field) => body[field])]
    const client = await database.connect()
    const db = { executeSql: (text: string, given?: unknown[]) => client.query(text, given) }
    try {
      await client.query('begin')
      const { rows } = await client.query({ name: 'write', text: WRITE, values })
      await boss.send(QUEUE, { id: randomUUID(), data }, { db })
      await client.query('commit')
      return reply.code(201).send(rows[0])
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

async function startWorker(): Promise<string> {
  const receiver = new Pool(receiverUrl, { connections: CONNECTIONS, pipelining: 1 })
  // In batches, so a statement fetches and completes several.
  await boss.work<Event>(QUEUE, { batchSize: CONNECTIONS, burstWhenBatchFull: true }, (jobs) =>
    Promise.all(
      jobs.map(({ data: { id, data } }) =>
        postBare(receiver, { id, event: 'CUSTOMER_CREATED', data }),
      ),
    ),
  )
  return receiverUrl
}
