import { readAll } from './read-record.ts'
import type { Person } from './records.ts'
import type { Staff } from './staff.ts'

/** The active people of an organization by name, for a choice: the first 500. */
export async function activePeople(staff: Staff): Promise<Person[]> {
  const people = await readAll<Person>(staff, '/users?active=true')
  return people.sort((a, b) => a.name.localeCompare(b.name))
}
