import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { openObjectStore } from '@mediajobs/object-store'
import { testApp } from '@mediajobs/testing/api/app'
import type { FastifyRequest } from 'fastify'
import type { Test } from 'tap'
import type { Engine } from './engine.ts'
import type { BenchSession } from './sessions.ts'

// Fastify publishes each request here before its handler runs.
const HANDLED = 'tracing:fastify.request.handler:start'

/**
 * The calls of the API that each page makes, by the page's path. An app in this process shows them. In paths
 * and in calls, the ids of the session are written as `{organization}`, `{person}` and `{project}`.
 */
export async function callsOfPages(
  { databaseUrl, environment }: Engine,
  sessions: readonly BenchSession[],
  paths: readonly string[],
  onEnd: (end: () => Promise<void>) => void,
): Promise<Map<string, string[]>> {
  const t = { teardown: (end: () => Promise<void>) => onEnd(end), passing: () => true }
  const { url } = await testApp(t as Test, {
    databaseUrl,
    trustProxy: true,
    objectStore: openObjectStore({
      endpoint: environment.S3_ENDPOINT ?? '',
      region: 'us-east-1',
      bucket: environment.S3_BUCKET ?? '',
      accessKey: environment.S3_ACCESS_KEY ?? '',
      secretKey: environment.S3_SECRET_KEY ?? '',
      cdnBaseUrl: 'http://pictures.test',
    }),
  })
  const calls = new Map<string, string[]>()
  for (const [n, path] of paths.entries()) {
    // Each page has a session of its own, whose rate limit it cannot reach.
    const session = sessions[n] as BenchSession
    const seen: string[] = []
    const note = (message: unknown) =>
      seen.push((message as { request: FastifyRequest }).request.url)
    subscribe(HANDLED, note)
    const response = await fetch(url + filled(path, session), { headers: pageHeaders(session) })
    unsubscribe(HANDLED, note)
    if (response.status !== 200)
      throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const ofApi = seen.filter((call) => !call.startsWith('/app/'))
    const isSuccess = await Promise.all(
      ofApi.map(async (call) => (await fetch(url + call, { headers: callHeaders(session) })).ok),
    )
    // A page also asks for what may not be there. A load counts such a call as failed.
    const successes = ofApi.filter((_, n) => isSuccess[n])
    calls.set(
      path,
      successes.map((call) => emptied(call, session)),
    )
  }
  return calls
}

/** The headers of a browser in which the person has signed in. */
export function pageHeaders({ token }: BenchSession): Record<string, string> {
  return {
    accept: 'text/html',
    'accept-encoding': 'br',
    cookie: `session=${token}; __Host-session=${token}`,
  }
}

/** The headers of the calls that a page makes for this person. */
export function callHeaders({ token, organization }: BenchSession): Record<string, string> {
  return {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'x-org-id': organization,
  }
}

const IDS = ['organization', 'person', 'project'] as const

export function filled(path: string, session: BenchSession): string {
  return IDS.reduce((text, name) => text.replaceAll(`{${name}}`, session[name]), path)
}

function emptied(path: string, session: BenchSession): string {
  return IDS.reduce((text, name) => text.replaceAll(session[name], `{${name}}`), path)
}
