import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Books } from './books.ts'
import { EndedEarly } from './clock.ts'
import type { Organization } from './population.ts'
import { sessionHeaders } from './reads.ts'
import type { World } from './world.ts'

const POLL_MS = 2_000
// The longest time in which an import ends, also while processes are killed.
const POLLS = 150

interface Row {
  recordId: string | null
}

/** Imports projects by night, waits for the end, and notes each project, which has an event as a booking has. */
export async function importProjects(
  world: World,
  from: Organization,
  hour: number,
  rows: number,
): Promise<void> {
  if (!(await isTime(world, hour))) return
  const credential = sessionHeaders(from.owner)
  const run = randomUUID()
  const begun = await world.caller.call({
    kind: 'import',
    method: 'POST',
    path: '/bulk-imports/projects',
    headers: { ...credential, 'idempotency-key': run },
    body: { rows: Array.from({ length: rows }, (_, n) => rowOf(`${run}-${n}`)) },
    from,
  })
  if (begun?.status !== 202) return
  const path = `/bulk-imports/${begun.body.id}`
  const read = async (what: string) => {
    const call = { kind: 'import status', method: 'GET', path: path + what, from } as const
    const answer = await world.caller.call({ ...call, headers: credential })
    if (answer?.status !== 200) throw new Error(`the import ${begun.body.id} cannot be read`)
    return answer.body
  }
  for (let polls = 0; (await read('')).status !== 'COMPLETED'; polls += 1) {
    if (polls === POLLS) throw new Error(`the import ${begun.body.id} did not end`)
    await pause(POLL_MS)
  }
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await read(`/rows?limit=100${cursor && `&cursor=${cursor}`}`)
    noteRows(world.books, from, page.data)
    cursor = page.nextCursor
  }
}

async function isTime({ clock }: World, hour: number): Promise<boolean> {
  try {
    await clock.until(hour)
    return true
  } catch (error) {
    if (error instanceof EndedEarly) return false
    throw error
  }
}

function noteRows(books: Books, from: Organization, rows: readonly Row[]): void {
  for (const { recordId } of rows) {
    if (recordId === null) continue
    books.imported += 1
    books.created(recordId, from.id)
  }
}

function rowOf(externalId: string) {
  return {
    externalId,
    scheduledTime: '2027-05-01T09:30:00Z',
    city: 'Springfield',
    mediaTypes: ['PHOTO'],
  }
}
