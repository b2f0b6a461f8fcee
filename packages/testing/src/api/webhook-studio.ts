import type { TestApp, TestOrganization } from './app.ts'

export const SUBSCRIPTIONS = '/webhooks/subscriptions'

/** An organization, and what its administrator calls. */
export async function webhookStudio(api: TestApp) {
  const org: TestOrganization = await api.createOrg()
  const call = (method: string, path: string, body?: unknown) =>
    api.request(method, path, { key: org.key, body })
  const subscribe = (url: string, more: object = {}) =>
    call('POST', SUBSCRIPTIONS, { url, events: ['PROJECT_CREATED'], ...more })
  return { org, call, subscribe }
}

/** How many answers had which status. */
export function statuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
