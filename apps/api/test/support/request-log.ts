import type { TestApp, TestOrganization } from '@mediajobs/testing/api/app'
import { eventually } from '@mediajobs/testing/eventually'

/** A call as `GET /requests` shows it. */
export interface Logged {
  id: string
  at: string
  requestId: string
  method: string
  route: string
  status: number
  code: string | null
  milliseconds: number
  apiKeyId: string | null
  userId: string
}

// Marks calls that read the log, which are logged too.
const ASKING = 'asks-for-the-log'
// The log is written once a second; other tests keep the machine busy.
const LIMIT_MS = 30_000

/** The organization's logged calls, newest first, once `isComplete`; excludes its own. `query` begins with `?`. */
export function loggedOf(
  service: TestApp,
  org: TestOrganization,
  isComplete: (logged: Logged[]) => boolean,
  query = '?limit=100',
): Promise<Logged[]> {
  return eventually(
    'the log has the calls',
    async () => {
      const call = ['GET', `/requests${query}`] as const
      const { body } = await callAs(service, ASKING, call, { key: org.key })
      const logged: Logged[] = body.data.filter(({ requestId }: Logged) => requestId !== ASKING)
      return isComplete(logged) && logged
    },
    LIMIT_MS,
  )
}

/** Sends a call whose `x-request-id` is `id`, so tests can find it in the log. */
export function callAs(
  service: TestApp,
  id: string,
  [method, path, body]: readonly [string, string, unknown?],
  credential: { key?: string; token?: string; headers?: Record<string, string> },
) {
  const headers = { ...credential.headers, 'x-request-id': id }
  return service.request(method, path, { ...credential, headers, body })
}
