// The least a service with a transactional outbox can do for an event, in one process without a queue: one statement
// writes record and event, the response is sent, the event is signed and posted, one statement marks it delivered. No
// credential, limit, validation, log, retry or lease. Arguments: the URLs of PostgreSQL and the receiver.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import pg from 'pg'
import { Pool } from 'undici'
import { postBare } from '../support/load.ts'

const CONNECTIONS = 16
const POLL_MS = 5
const TABLES = `
  create schema if not exists bare;
  create table if not exists bare.customers (
    id uuid primary key, name text, email text unique, phone text, company text, notes text,
    "externalId" text unique, "createdAt" timestamptz default now());
  create table if not exists bare.events (
    id uuid primary key, data json, created_at timestamptz default now(), delivered_at timestamptz)`
const WRITE = `
  with event as (insert into bare.events (id, data) values ($8, $9))
  insert into bare.customers (id, name, email, phone, company, notes, "externalId")
  values ($1, $2, $3, $4, $5, $6, $7) returning *`
const DELIVERED = 'update bare.events set delivered_at = now() where id = $1'
const FIELDS = ['name', 'email', 'phone', 'company', 'notes', 'externalId'] as const

const [databaseUrl, receiverUrl = ''] = process.argv.slice(2)
const database = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
await database.query(TABLES)
const receiver = new Pool(receiverUrl, { connections: CONNECTIONS, pipelining: 1 })
const app = fastify()
let delivering = 0

app.post<{ Body: Record<string, string> }>('/customers', async ({ body }, reply) => {
  const [customerId, eventId] = [randomUUID(), randomUUID()]
  const customer = { id: customerId, ...body, createdAt: new Date().toISOString() }
  const data = JSON.stringify({ event: 'CUSTOMER_CREATED', customerId, customer })
  const values = [customerId, ...FIELDS.map((field) => body[field]), eventId, data]
  const { rows } = await database.query({ name: 'write', text: WRITE, values })
  // Deliver after the response.
  delivering += 1
  setImmediate(() => void deliver(eventId, data))
  return reply.code(201).send(rows[0])
})

async function deliver(id: string, data: string): Promise<void> {
  await postBare(receiver, { id, event: 'CUSTOMER_CREATED', data })
  await database.query({ name: 'delivered', text: DELIVERED, values: [id] })
  delivering -= 1
}

// Reports to its parent when idle.
process.on('message', async () => {
  while (delivering > 0) await pause(POLL_MS)
  process.send?.('idle')
})

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`listening at ${url}\n`)
process.once('SIGTERM', () => process.exit(0))
