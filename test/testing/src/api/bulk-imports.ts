import { setTimeout as pause } from 'node:timers/promises'
import type { TestApp, TestOrganization, TestResponse } from './app.ts'

export interface Choices {
  dryRun?: boolean
  emitEvents?: boolean
}

const POLL_MS = 50
// Enough for 5,000 rows on a busy machine.
const LIMIT_MS = 300_000

/** An organization's calls for bulk imports. */
export function importerOf(service: TestApp, { key }: Pick<TestOrganization, 'key'>) {
  const get = (path: string) => service.request('GET', path, { key })

  async function ended({ body: accepted }: TestResponse): Promise<TestResponse['body']> {
    const until = Date.now() + LIMIT_MS
    for (;;) {
      const { body } = await get(`/bulk-imports/${accepted.id}`)
      if (body.status === 'COMPLETED') return body
      if (Date.now() > until) throw new Error(`import still running: ${JSON.stringify(body)}`)
      await pause(POLL_MS)
    }
  }

  return {
    get,
    ended,
    send: (kind: 'customers' | 'projects', rows: unknown, choices: Choices = {}) =>
      service.request('POST', `/bulk-imports/${kind}`, { key, body: { rows, ...choices } }),
    sendCsv: (kind: 'customers' | 'projects', csv: string, query = '', headers = {}) =>
      service.request('POST', `/bulk-imports/${kind}${query}`, {
        key,
        body: csv,
        headers: { 'content-type': 'text/csv; charset=utf-8', ...headers },
      }),
    async rows(id: string, query = 'limit=100') {
      const { body } = await get(`/bulk-imports/${id}/rows?${query}`)
      return body.data
    },
  }
}
