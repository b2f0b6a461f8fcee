import { startPostgres } from '@mediajobs/local-engines'
import { migrate } from '@mediajobs/outbox'
import pg from 'pg'
import { dropIndexes } from './bare-table.ts'
import { markFilled } from './filled.ts'
import { fillDay } from './log-rows.ts'
import { fillCustomers, fillPeople } from './people.ts'
import { countProjects, fillProjects } from './project-rows.ts'
import { type InstallationSize, LOG_DAYS, organizationsOf } from './size.ts'

const WORKERS = 2
const SETTINGS = `
  set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB';
  set max_parallel_maintenance_workers = 0; set max_parallel_workers_per_gather = 0;
  set synchronous_commit = off; set jit = off; set timezone = 'UTC'`

interface Task {
  name: string
  run(client: pg.Client): Promise<void>
}

/**
 * Fills a new PostgreSQL in `directory` with an installation. A crash while it is filled destroys it. Returns the seconds
 * that the fill took.
 *
 * @throws {Error} when the fill does not end. The folder is then of no use.
 */
export async function fillInstallation(
  directory: string,
  size: InstallationSize,
  print: (line: string) => void,
): Promise<number> {
  const startedMs = performance.now()
  const postgres = await startPostgres({ directory, durable: false })
  const clients: pg.Client[] = []
  try {
    await migrate(postgres.url)
    for (let i = 0; i < WORKERS; i += 1) {
      const client = new pg.Client(postgres.url)
      await client.connect()
      await client.query(SETTINGS)
      clients.push(client)
    }
    const [first] = clients as [pg.Client]
    const filledAt = new Date().toISOString()
    await fillPeople(first, organizationsOf(size))
    const days = Array.from({ length: LOG_DAYS }, (_, i) => i + 1)
    const queue: Task[] = [
      ...days.map((day) => ({
        name: `logs of ${day} days ago`,
        run: (client: pg.Client) => fillDay(client, size, filledAt, day),
      })),
    ]
    queue.unshift({
      name: 'customers and projects',
      run: async (client) => {
        const indexes = await fillRecords(client, size, filledAt)
        queue.unshift(...indexes)
      },
    })
    await Promise.all(clients.map((client) => work(client, queue, startedMs, print)))
    await countProjects(first)
    await first.query('vacuum (analyze) projects, customers')
    await markFilled(first, size, filledAt)
    await first.query('analyze')
    await first.query('checkpoint')
  } finally {
    for (const client of clients) await client.end()
    await postgres.stop()
  }
  return (performance.now() - startedMs) / 1_000
}

/** Takes the tasks from the queue, one after the other. A task may put others at its beginning. */
async function work(
  client: pg.Client,
  queue: Task[],
  startedMs: number,
  print: (line: string) => void,
): Promise<void> {
  for (let task = queue.shift(); task; task = queue.shift()) {
    const beganMs = performance.now()
    await task.run(client)
    const now = performance.now()
    print(
      `  ${((now - startedMs) / 1_000).toFixed(0).padStart(5)} s  ${task.name}: ${((now - beganMs) / 1_000).toFixed(1)} s`,
    )
  }
}

/** Fills customers and projects without their indexes. Returns a task for each of these. */
async function fillRecords(
  client: pg.Client,
  size: InstallationSize,
  filledAt: string,
): Promise<Task[]> {
  await client.query('begin')
  const dropped = [
    ...(await dropIndexes(client, 'projects')),
    ...(await dropIndexes(client, 'customers')),
  ]
  // PostgreSQL then writes no log of the rows, because this transaction makes the files.
  await client.query('truncate customers, projects cascade')
  await fillCustomers(client, filledAt)
  await fillProjects(client, size, filledAt)
  await client.query('commit')
  await client.query('vacuum (analyze) customers, projects')
  // Indexes of words take longest, so they are first.
  const isOfWords = (definition: string) => Number(definition.includes('USING gin'))
  return dropped
    .sort((a, b) => isOfWords(b) - isOfWords(a))
    .map((definition) => ({
      name: /INDEX (\S+)/.exec(definition)?.[1] ?? definition,
      async run(by) {
        await by.query(definition)
      },
    }))
}
