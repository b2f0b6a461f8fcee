import type { List } from '../read-record.ts'
import type { Project, Round } from '../records.ts'
import type { Staff } from '../staff.ts'

/** The newest round of each job in revision, by the job's id. */
export type Rounds = ReadonlyMap<string, Round>

/** At most a column of jobs: each costs a call. */
const MAX_ROUNDS = 20

export async function roundsOf(staff: Staff, projects: readonly Project[]): Promise<Rounds> {
  const returned = projects.filter(({ status }) => status === 'IN_REVISION').slice(0, MAX_ROUNDS)
  const rounds = await Promise.all(
    returned.map(async ({ id }): Promise<[string, Round][]> => {
      const url = `/projects/${id}/revisions?limit=1`
      const { status, body } = await staff.call<List<Round>>({ method: 'GET', url })
      // Best effort: a card works without its round.
      const [round] = status === 200 ? body.data : []
      return round ? [[id, round]] : []
    }),
  )
  return new Map(rounds.flat())
}
