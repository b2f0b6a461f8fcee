import type { TestApp } from './app.ts'

export const SUBSCRIPTIONS = '/webhooks/subscriptions'

/** An organization and its administrator's webhook calls. */
export async function webhookStudio(api: TestApp) {
  const org = await api.createOrg()
  const { call } = org
  const subscribe = (url: string, more: object = {}) =>
    call('POST', SUBSCRIPTIONS, { url, events: ['PROJECT_CREATED'], ...more })
  return { org, call, subscribe }
}

/** Responses by status. */
export function statuses(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
