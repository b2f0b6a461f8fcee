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

export type { Member, TestOrganization } from './members.ts'
export type { TestResponse } from './request.ts'

// On a busy machine, a test that sends a hundred calls at once waits for longer than a caller should.
const PATIENCE_MS = 60_000
/** The waits of a production process, for a test that measures them. */
export const USUAL_WAITS = { connectTimeoutMs: 3_000, turnWaitMs: MAX_ORGANIZATION_WAIT_MS }
const WIDE_WINDOWS: RateWindow[] = [{ limit: 100_000, spanMs: 1_000 }]

type ServedOptions = Partial<AppOptions> & {
  sharedConnections?: number
  connectTimeoutMs?: number
  /** Whether mails are queued. */
  sendsMail?: boolean
  /** The cell of this process. */
  cell?: string
  /** Routes beside those of the API. */
  routes?: (app: App) => void
}

let shared: Promise<TestApp> | undefined

/**
 * The API over real HTTP, on a database that the test files of this process share, one after the other. It is
 * the usual one: a start costs a second of processor time. A file makes organizations of its own, and expects
 * those of other files beside them. It takes {@link testApp} when it runs a dispatcher, changes other
 * organizations' rows, or looks at the whole database. It trusts its proxy, and each call comes from an address
 * of its own unless `x-forwarded-for` names one: the limits of a network count over all files.
 */
export function sharedApp(): Promise<TestApp> {
  shared ??= startShared()
  return shared
}

async function startShared(): Promise<TestApp> {
  const { url } = await createSharedDatabase()
  // It ends with the process.
  return serve(url, { trustProxy: true }, () => ({ 'x-forwarded-for': anyAddress() }))
}

/**
 * The API on a database of its own, over real HTTP. `options` override those of `buildApp`; two
 * calls with one `databaseUrl` are two processes of one service. Every response is compared with the
 * OpenAPI document: a response that is not as documented fails the test.
 */
export async function testApp(t: Test, options: ServedOptions & { databaseUrl?: string } = {}) {
  const { databaseUrl = (await createTestDatabase(t)).url, ...more } = options
  const service = await serve(databaseUrl, more)
  t.teardown(() => close(service))
  return service
}

// No option changes it, and its making takes as long as the start of an app.
let documented: Document | undefined

async function serve(databaseUrl: string, options: ServedOptions, usualHeaders = () => ({})) {
  // The default of a production process.
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
    async request(method: string, path: string, call: Call = {}): Promise<TestResponse> {
      if (!call.isArbitrary) recordSecrets({ ...call, apiKey: call.key })
      const headers = { ...usualHeaders(), ...call.headers }
      const response = await request(url, method, path, { ...call, headers })
      recordResponse(response.status, response.body)
      documented ??= app.openApi() as unknown as Document
      const isSession = call.token !== undefined || call.headers?.authorization !== undefined
      const withKey = call.key !== undefined && !isSession
      expectDocumented(documented, { method, path, withKey }, response)
      return response
    },
    createOrg: () => createOrg(store),
    createMember: (org: Member, role: Role) => createMember(store, org.organizationId, role),
  }
}

export type TestApp = Awaited<ReturnType<typeof serve>>

async function close({ app, store }: { app: App; store: Store }): Promise<void> {
  await app.close()
  await store.close()
}
