import { setTimeout as pause } from 'node:timers/promises'

/** Typical integrators, at a pace that a small machine can sustain. */
export interface MixedLoad {
  stop(): Promise<{ calls: number; failed: number }>
}

const CLIENTS = 4
const PAUSE_MS = 100

/** @param receiverUrls subscribed to the load's events */
export async function startMixedLoad(
  url: string,
  key: string,
  receiverUrls: readonly string[],
): Promise<MixedLoad> {
  let calls = 0
  let failed = 0
  let isStopped = false

  async function call(method: string, path: string, body?: object): Promise<{ id?: string }> {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    calls += 1
    if (!response.ok) failed += 1
    return (await response.json()) as { id?: string }
  }

  async function work(): Promise<void> {
    while (!isStopped) {
      const { id } = await call('POST', '/projects/create', {
        scheduledTime: '2026-05-01T09:30:00Z',
        notes: 'Key under the mat.',
      })
      await call('PATCH', `/projects/${id}/status`, { status: 'BOOKED' })
      await call('GET', '/projects?limit=20')
      const file = { filename: 'a.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
      await call('POST', '/media/presign', { projectId: id, ...file })
      await call('GET', '/projects/status-counts')
      await pause(PAUSE_MS)
    }
  }

  for (const receiverUrl of receiverUrls) {
    const events = ['PROJECT_CREATED', 'PROJECT_STATUS_CHANGED']
    await call('POST', '/webhooks/subscriptions', { url: receiverUrl, events })
  }
  const working = Promise.all(Array.from({ length: CLIENTS }, work))
  // `stop` reports a failure. Until then it mustn't be an unhandled rejection.
  working.catch(() => {})
  return {
    async stop() {
      isStopped = true
      await working
      return { calls, failed }
    },
  }
}
