import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { hashSecret, randomToken } from '@mediajobs/domain'
import { openObjectStore } from '@mediajobs/object-store'
import { testApp } from '@mediajobs/testing/api/app'
import { WEBSITE } from '@mediajobs/testing/api/published-site'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Test } from 'tap'
import { type BenchKey, callerOf } from './fill.ts'
import type { WrkRequest } from './load.ts'
import type { Pictures } from './media.ts'
import type { Engine } from './process.ts'

// Fastify publishes each request here before its handler runs.
const HANDLED = 'tracing:fastify.request.handler:start'

/**
 * The API calls of each page, by its path, observed in an app in this process. Paths and calls have placeholders for the
 * session's ids: `{organization}`, `{person}` and `{project}`.
 */
export async function callsOfPages(
  { databaseUrl, objectStore }: Engine,
  sessions: readonly BenchSession[],
  paths: readonly string[],
): Promise<Map<string, string[]>> {
  await using scope = new AsyncDisposableStack()
  const t = { teardown: (end: () => Promise<void>) => scope.defer(end), passing: () => true }
  const { url } = await testApp(t as Test, {
    databaseUrl,
    trustProxy: true,
    objectStore: openObjectStore(objectStore),
  })
  const calls = new Map<string, string[]>()
  for (const [n, path] of paths.entries()) {
    // One session per page stays below the rate limit.
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
    // Some calls may fail with 404; a load would count that as a failure.
    const successes = ofApi.filter((_, n) => isSuccess[n])
    calls.set(
      path,
      successes.map((call) => emptied(call, session)),
    )
  }
  return calls
}

export function pageHeaders({ token }: BenchSession): Record<string, string> {
  return {
    accept: 'text/html',
    'accept-encoding': 'br',
    cookie: `session=${token}; __Host-session=${token}`,
  }
}

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

export const PAGE_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
export const JSON_ACCEPT = 'application/json'

// Each network may make 60 calls a minute.
const NETWORKS = 20_000

/** Visits of `path`, each from another network. */
export function visitsOf(path: string, accept: string): WrkRequest[] {
  return Array.from({ length: NETWORKS }, (_, n) => ({
    path,
    headers: {
      accept,
      'accept-encoding': 'br',
      'x-forwarded-for': `2001:db8:0:${(n + 1).toString(16)}::1`,
    },
  }))
}

/** A signed-in administrator, and one project of the organization. */
export interface BenchSession {
  token: string
  organization: string
  person: string
  project: string
}

/** Signs in each person `each` times. Neighboring sessions belong to different organizations. */
export async function signIn(client: pg.Client, each: number): Promise<BenchSession[]> {
  const { rows } = await client.query<Omit<BenchSession, 'token'>>(
    `select organization_id as organization, user_id as person, (
       select id from projects where organization_id = memberships.organization_id limit 1) as project
     from memberships`,
  )
  const sessions = Array.from({ length: each }, () =>
    rows.map((row) => ({ ...row, token: randomToken(null, 'mjs_') })),
  ).flat()
  await client.query(
    `insert into sessions (id, token_hash, user_id, expires_at)
     select uuid_v7(), hash, person, now() + interval '1 day' from unnest($1::bytea[], $2::uuid[]) as made (hash, person)`,
    [sessions.map(({ token }) => hashSecret(token)), sessions.map(({ person }) => person)],
  )
  return sessions
}

/** A mid-range phone on a slow mobile network. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  bitsPerSecond: 1_600_000,
  latencyMs: 150,
  slowdown: 4,
} as const

const SETTLE_MS = 1_000

/** Gives a page the network and the processor of {@link PHONE}. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const { bitsPerSecond, latencyMs, slowdown } = PHONE
  const tools = await page.context().newCDPSession(page)
  const throughput = bitsPerSecond / 8
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return tools
}

/** Opens the page with an empty cache. @returns seconds to the First and to the Largest Contentful Paint */
export async function paintsOf(
  browser: Browser,
  url: string,
): Promise<{ first: number; largest: number }> {
  const { viewport, deviceScaleFactor } = PHONE
  const context = await browser.newContext({ viewport, deviceScaleFactor })
  try {
    const page = await context.newPage()
    await slowDown(page)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLE_MS)
    const [first, largest] = await page.evaluate<[number, number]>(PAINTS)
    return { first: first / 1_000, largest: largest / 1_000 }
  } finally {
    await context.close()
  }
}

// A string: the types of Node.js lack paint entries.
const PAINTS = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [first] = performance.getEntriesByName('first-contentful-paint')
    resolve([first.startTime, list.getEntries().at(-1).startTime])
  }).observe({ type: 'largest-contentful-paint', buffered: true })
})`

export const PHOTOS = 40
// A description of typical length.
const DESCRIPTION = 'A corner house with a garden and a studio. '.repeat(12)

/** Delivers a project with {@link PHOTOS} photos and publishes its website. Returns the paths of their pages. */
export async function deliverGallery(
  apiUrl: string,
  client: pg.Client,
  { key, organizationId }: BenchKey,
  pictures: Pictures,
): Promise<Record<'delivery' | 'website' | 'tour', string>> {
  const send = callerOf(apiUrl, [{ key }])
  const address = { addressLine1: '48 Alder Ridge Road', city: 'Pasadena', region: 'CA' }
  const { id } = await send('POST', '/projects/create', {
    scheduledTime: '2026-12-01T10:00:00Z',
    ...address,
  })
  const secrets = Array.from({ length: PHOTOS }, () => randomBytes(32))
  await client.query(
    `with made as (
       insert into media (organization_id, id, project_id, type, filename, key, content_type, size, cdn_url, position)
       select $1::uuid, uuid_v7(), $2::uuid, 'PHOTO', 'DSC0' || n || '.jpg', $2 || '/' || n, 'image/jpeg', 5200000,
         $4 || '/' || $2 || '/' || n, n
       from generate_series(1, ${PHOTOS}) as n
       returning organization_id, id, position)
     insert into media_previews
       (organization_id, media_id, state, key_secret, width, height, colour, crc32, mls_size, mls_crc32)
     select organization_id, id, 'READY', ($3::bytea[])[position], 6000, 4000, '#8899aa', 1, 533000, 1 from made`,
    [organizationId, id, secrets, pictures.url],
  )
  await client.query('analyze')
  for (const secret of secrets) pictures.add(organizationId, secret)
  const { deliveryToken } = await send('POST', `/projects/${id}/deliver`, {})
  const website = `/projects/${id}/website`
  await send('PUT', website, { ...WEBSITE, description: DESCRIPTION })
  const { brandedUrl = '', unbrandedUrl = '' } = await send('POST', `${website}/publish`, {})
  return {
    delivery: `/deliveries/${deliveryToken}`,
    website: new URL(brandedUrl).pathname,
    tour: new URL(unbrandedUrl).pathname,
  }
}
