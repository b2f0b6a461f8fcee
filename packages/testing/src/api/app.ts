import { type App, type AppOptions, buildApp } from '@mediajobs/api'
import { createTestDatabase } from '@mediajobs/db/testing'
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

/**
 * The API on a database of its own, over real HTTP. `options` override those of `buildApp`; two
 * calls with one `databaseUrl` are two processes of one service. Every response is compared with the
 * OpenAPI document: a response that is not as documented fails the test.
 */
export async function testApp(
  t: Test,
  options: Partial<AppOptions> & {
    databaseUrl?: string
    sharedConnections?: number
    /** Whether mails are queued. */
    sendsMail?: boolean
  } = {},
) {
  const { databaseUrl = (await createTestDatabase(t)).url, ...more } = options
  // The default of a production process.
  const { sharedConnections = 4, sendsMail = false, ...overrides } = more
  const poolSize = 10
  const applicationName = 'test'
  const store = openStore({
    databaseUrl,
    poolSize,
    sharedConnections,
    applicationName,
    sendsMail,
    onError() {},
  })
  const app = await buildApp({
    store,
    objectStore: testObjectStore(),
    keyRing: openKeyRing(Buffer.alloc(32, 1).toString('base64')),
    logger: testLogger('api'),
    deliveryBaseUrl: 'http://deliveries.test',
    mediaBaseUrl: 'http://media.test',
    keyWindows: WIDE_WINDOWS,
    receivers: { allowHttp: true, allowPrivateNetworks: true },
    ...overrides,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => close(app, store))
  return {
    app,
    store,
    databaseUrl,
    url,
    async request(method: string, path: string, call: Call = {}): Promise<TestResponse> {
      if (!call.isArbitrary) recordSecrets({ ...call, apiKey: call.key })
      const response = await request(url, method, path, call)
      recordResponse(response.status, response.body)
      const document = app.openApi() as unknown as Document
      const isSession = call.token !== undefined || call.headers?.authorization !== undefined
      const withKey = call.key !== undefined && !isSession
      expectDocumented(document, { method, path, withKey }, response)
      return response
    },
    createOrg: () => createOrg(store),
    createMember: (org: Member, role: Role) => createMember(store, org.organizationId, role),
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

async function close(app: App, store: Store): Promise<void> {
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
