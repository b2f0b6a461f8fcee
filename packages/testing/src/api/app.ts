import { type App, type AppOptions, buildApp } from '@mediajobs/api'
import {
  createSharedDatabase,
  createTestDatabase,
  pooledUrl,
  type TestDatabase,
} from '@mediajobs/db/testing'
import { openKeyRing, type RateWindow, type Role } from '@mediajobs/domain'
import { openStore, type Store } from '@mediajobs/outbox'
import { recordResponse, recordSecrets, testLogger } from '@mediajobs/runtime/testing'
import type { Test } from 'tap'
import type { Document } from './document.ts'
import { expectDocumented } from './documented-responses.ts'
import { createMember, createOrg, type Member } from './members.ts'
import { testObjectStore } from './object-store.ts'

export type { Member, TestOrganization } from './members.ts'

/** A response, with its JSON body parsed. */
export interface TestResponse {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
  body: any
}

export interface Call {
  key?: string
  token?: string
  /** Sent as JSON; text is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
  /** Its values are random: a value that is sent as a password may also be in a log by chance. */
  isArbitrary?: boolean
}

const WIDE_WINDOWS: RateWindow[] = [{ limit: 100_000, spanMs: 1_000 }]

type ServedOptions = Partial<AppOptions> & {
  sharedConnections?: number
  /** Whether mails are queued. */
  sendsMail?: boolean
  /** The cell of this process. */
  cell?: string
}

/** What an API that files share may have instead of the defaults. */
type SharedOptions = Pick<AppOptions, 'trustProxy'>

const shared = new Map<string, Promise<TestApp>>()
let sharedDatabase: Promise<TestDatabase> | undefined

/**
 * The API over real HTTP, on a database that the test files of this process share, one after the other. It is
 * the usual one: a start costs a second of processor time. A file makes organizations of its own, and expects
 * those of other files beside them. It takes {@link testApp} when it runs a dispatcher, changes other
 * organizations' rows, looks at the whole database, or counts the calls of one network.
 */
export function sharedApp(options: SharedOptions = {}): Promise<TestApp> {
  const key = JSON.stringify(options)
  const app = shared.get(key) ?? startShared(options)
  shared.set(key, app)
  return app
}

async function startShared(options: SharedOptions): Promise<TestApp> {
  sharedDatabase ??= createSharedDatabase()
  const { url } = await sharedDatabase
  // It ends with the process.
  return serve(url, options)
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

async function serve(databaseUrl: string, options: ServedOptions) {
  // The default of a production process.
  const { sharedConnections = 4, sendsMail = false, cell, ...overrides } = options
  const poolSize = 10
  const applicationName = 'test'
  const store = openStore({
    databaseUrl: pooledUrl(databaseUrl),
    poolSize,
    sharedConnections,
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
    receivers: { allowHttp: true, allowPrivateNetworks: true },
    ...overrides,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    store,
    databaseUrl,
    url,
    async request(method: string, path: string, call: Call = {}): Promise<TestResponse> {
      if (!call.isArbitrary) recordSecrets({ ...call, apiKey: call.key })
      const response = await request(url, method, path, call)
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

async function request(
  url: string,
  method: string,
  path: string,
  call: Call,
): Promise<TestResponse> {
  const { key, token, body, headers } = call
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
  }
}
