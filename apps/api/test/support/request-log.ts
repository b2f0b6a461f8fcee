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

// The log is written once a second. Other tests keep the machine busy.
const LIMIT_MS = 30_000

/** The logged calls of the organization, newest first, once `isComplete`. `query` begins with `?`. */
export function loggedOf(
  service: TestApp,
  org: TestOrganization,
  isComplete: (logged: Logged[]) => boolean,
  query = '?limit=100',
): Promise<Logged[]> {
  return eventually(
    'the log has the calls',
    async () => {
      const { body } = await service.request('GET', `/requests${query}`, { key: org.key })
      return isComplete(body.data) && body.data
    },
    LIMIT_MS,
  )
}

/** Sends a call whose `x-request-id` is `id`, so that a test finds it in the log. */
export function callAs(
  service: TestApp,
  id: string,
  [method, path, body]: readonly [string, string, unknown?],
  credential: { key?: string; token?: string; headers?: Record<string, string> },
) {
  const headers = { ...credential.headers, 'x-request-id': id }
  return service.request(method, path, { ...credential, headers, body })
}
