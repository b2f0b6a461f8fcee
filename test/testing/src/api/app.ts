import { createSharedDatabase, createTestDatabase, pooledUrl } from '@mediajobs/db/testing'
import {
  MAX_ORGANIZATION_WAIT_MS,
  openKeyRing,
  type RateWindow,
  type Role,
} from '@mediajobs/domain'
import { openStore, type Store } from '@mediajobs/outbox'
import { recordResponse, recordSecrets, testLogger } from '@mediajobs/runtime/testing'
import type { Test } from 'tap'
import { type App, type AppOptions, buildApp } from '../../../../apps/api/src/app.ts'
import type { Document } from './document.ts'
import { expectDocumented } from './documented-responses.ts'
import { createMember, createOrg, type Member } from './members.ts'
import { testObjectStore } from './object-store.ts'
import { anyAddress, type Call, request, type TestResponse } from './request.ts'

export type { Member } from './members.ts'
export type { TestResponse } from './request.ts'

// On a busy machine, a hundred concurrent calls wait longer than a caller should.
const PATIENCE_MS = 60_000
/** Production timeouts, for tests that measure them. */
export const USUAL_WAITS = { connectTimeoutMs: 3_000, turnWaitMs: MAX_ORGANIZATION_WAIT_MS }
const WIDE_WINDOWS: RateWindow[] = [{ limit: 100_000, spanMs: 1_000 }]

type ServedOptions = Partial<AppOptions> & {
  sharedConnections?: number
  connectTimeoutMs?: number
  /** Whether mails are queued. */
  sendsMail?: boolean
  /** The cell of this process. */
  cell?: string
  /** Additional routes. */
  routes?: (app: App) => void
}

let shared: Promise<TestApp> | undefined

/**
 * The API over real HTTP, on a database shared by the test files of this process. Use this by default: starting an app
 * takes a second of processor time. Create separate organizations, and expect those of other files. Use {@link testApp} to
 * run a dispatcher, change other organizations' rows, or read the whole database. Trusts its proxy; each call has a new
 * address unless it sends `x-forwarded-for`, because network limits count over all files.
 */
export function sharedApp(): Promise<TestApp> {
  shared ??= startShared()
  return shared
}

async function startShared(): Promise<TestApp> {
  const { url } = await createSharedDatabase()
  // Runs until the process ends.
  return serve(url, { trustProxy: true }, () => ({ 'x-forwarded-for': anyAddress() }))
}

/**
 * The API over real HTTP on a separate database. `options` override those of `buildApp`; two calls with one `databaseUrl`
 * are two processes of one service. Every response must match the OpenAPI document.
 */
export async function testApp(t: Test, options: ServedOptions & { databaseUrl?: string } = {}) {
  const { databaseUrl = (await createTestDatabase(t)).url, ...more } = options
  const service = await serve(databaseUrl, more)
  t.teardown(() => close(service))
  return service
}

// The same for all options. Building it takes as long as starting an app.
let documented: Document | undefined

async function serve(databaseUrl: string, options: ServedOptions, usualHeaders = () => ({})) {
  // The production default.
  const { sharedConnections = 4, connectTimeoutMs = PATIENCE_MS, ...more } = options
  const { sendsMail = false, cell, routes, ...overrides } = more
  const poolSize = 10
  const applicationName = 'test'
  const store = openStore({
    databaseUrl: pooledUrl(databaseUrl),
    poolSize,
    sharedConnections,
    connectTimeoutMs,
    applicationName,
    sendsMail,
    cell,
    onError() {},
  })
  const app = await buildApp({
    store,
    objectStore: overrides.objectStore ?? testObjectStore(),
    keyRing: openKeyRing(Buffer.alloc(32, 1).toString('base64')),
    logger: testLogger('api'),
    deliveryBaseUrl: 'http://deliveries.test',
    mediaBaseUrl: 'http://media.test',
    // Nothing listens here: tests with payments start an emulator.
    paymentsApiUrl: 'http://127.0.0.1:9',
    keyWindows: WIDE_WINDOWS,
    turnWaitMs: PATIENCE_MS,
    receivers: { allowHttp: true, allowPrivateNetworks: true },
    ...overrides,
  })
  routes?.(app)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    store,
    databaseUrl,
    url,
    request: send,
    async createOrg() {
      const org = await createOrg(store)
      /** Sent with the organization's key by default. */
      const call = (method: string, path: string, body?: unknown, key = org.key) =>
        send(method, path, { key, body })
      /** Returns the new record. */
      async function make(path: string, body?: unknown): Promise<TestResponse['body']> {
        const response = await call('POST', path, body)
        if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
        return response.body
      }
      return { ...org, call, make }
    },
    /** A call without credentials, from a random network by default. */
    stranger: (method: string, path: string, body?: unknown, network = anyAddress()) =>
      send(method, path, { body, headers: { 'x-forwarded-for': network } }),
    createMember: (org: Member, role: Role) => createMember(store, org.organizationId, role),
  }

  async function send(method: string, path: string, call: Call = {}): Promise<TestResponse> {
    if (!call.isArbitrary) recordSecrets({ ...call, apiKey: call.key })
    const headers = { ...usualHeaders(), ...call.headers }
    const response = await request(url, method, path, { ...call, headers })
    recordResponse(response.status, response.body)
    documented ??= app.openApi() as unknown as Document
    const isSession = call.token !== undefined || call.headers?.authorization !== undefined
    const withKey = call.key !== undefined && !isSession
    expectDocumented(documented, { method, path, withKey }, response)
    return response
  }
}

export type TestApp = Awaited<ReturnType<typeof serve>>
export type TestOrganization = Awaited<ReturnType<TestApp['createOrg']>>

async function close({ app, store }: { app: App; store: Store }): Promise<void> {
  await app.close()
  await store.close()
}
