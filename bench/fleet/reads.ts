import type { BenchSession } from '../support/sessions.ts'
import type { Caller } from './caller.ts'
import type { Organization } from './population.ts'

/** A person looks at the lists of the day. */
export async function lookAtDay(caller: Caller, from: Organization, person: BenchSession) {
  await get(caller, 'list', from, person, '/projects?limit=20')
  await get(caller, 'counts', from, person, '/projects/status-counts')
  await get(caller, 'list', from, person, '/projects?limit=20&status=BOOKED&status=SHOOTING')
}

/** A person opens a project. */
export async function lookAtProject(
  caller: Caller,
  from: Organization,
  person: BenchSession,
  id: string,
) {
  await get(caller, 'project', from, person, `/projects/${id}`)
  await get(caller, 'media', from, person, `/media/project/${id}`)
  await get(caller, 'history', from, person, `/projects/${id}/history`)
}

/** The organization's own program reads the result with its key. */
export async function inform(caller: Caller, from: Organization, id: string): Promise<void> {
  const headers = { 'x-api-key': from.keys[0] ?? '' }
  await caller.call({ kind: 'project', method: 'GET', path: `/projects/${id}`, headers, from })
}

async function get(
  caller: Caller,
  kind: string,
  from: Organization,
  person: BenchSession,
  path: string,
): Promise<void> {
  const headers = sessionHeaders(person)
  await caller.call({ kind, method: 'GET', path, headers, from })
}

export function sessionHeaders({ token, organization }: BenchSession): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-org-id': organization }
}
