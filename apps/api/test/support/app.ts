import { randomBytes } from 'node:crypto'
import { newId } from '@mediajobs/db'
import { apiKeys, memberships, organizations, users } from '@mediajobs/db/schema'
import { createTestDatabase } from '@mediajobs/db/testing'
import {
  generateApiKey,
  hashSecret,
  openKeyRing,
  type RateWindow,
  type Role,
  type Scope,
  shownPrefix,
} from '@mediajobs/domain'
import { openStore, type Store } from '@mediajobs/outbox'
import { createLogger } from '@mediajobs/runtime'
import type { Test } from 'tap'
import { type App, type AppOptions, buildApp } from '../../src/app.ts'

/** An answer, with its body parsed. */
export interface Answer {
  status: number
  headers: Record<string, string>
  // What a test looks at in a body is what it asserts.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

export interface Call {
  key?: string
  token?: string
  /** Sent as JSON; text is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/** A person in an organization. */
export interface Member {
  organizationId: string
  userId: string
  role: Role
  /** Makes a key of this person. */
  keyWith(...scopes: Scope[]): Promise<string>
}

/** An organization with its first administrator, and that person's key with the scope ADMIN. */
export interface TestOrganization extends Member {
  key: string
}

const UNHURRIED: RateWindow[] = [{ limit: 100_000, spanMs: 1_000 }]

/**
 * The API on a database of its own, over real HTTP. `options` override what it is built with; two
 * calls with one `databaseUrl` are two processes of one service.
 */
export async function testApp(
  t: Test,
  options: Partial<AppOptions> & { databaseUrl?: string } = {},
) {
  const { databaseUrl = (await createTestDatabase(t)).url, ...overrides } = options
  const store = openStore({ databaseUrl, poolSize: 5, applicationName: 'test', onError() {} })
  const app = await buildApp({
    store,
    keyRing: openKeyRing(Buffer.alloc(32, 1).toString('base64')),
    logger: createLogger('api', process.env.LOG_LEVEL ?? 'silent'),
    deliveryBaseUrl: 'http://deliveries.test',
    keyWindows: UNHURRIED,
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
    request: (method: string, path: string, call?: Call) => request(url, method, path, call),
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
  call: Call = {},
): Promise<Answer> {
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

async function createOrg(store: Store): Promise<TestOrganization> {
  const organizationId = newId()
  await store.sql.orm.insert(organizations).values({ id: organizationId, name: 'Test Studio' })
  const admin = await createMember(store, organizationId, 'ADMIN')
  return { ...admin, key: await admin.keyWith('ADMIN') }
}

async function createMember(store: Store, organizationId: string, role: Role): Promise<Member> {
  const userId = newId()
  const email = `${role.toLowerCase()}-${randomBytes(6).toString('hex')}@example.test`
  await store.sql.orm.insert(users).values({ id: userId, email })
  await store.sql.orm.insert(memberships).values({ organizationId, userId, name: role, role })
  return {
    organizationId,
    userId,
    role,
    async keyWith(...scopes) {
      const key = generateApiKey()
      await store.sql.orm.insert(apiKeys).values({
        organizationId,
        id: newId(),
        name: `${role} ${scopes}`,
        scopes,
        prefix: shownPrefix(key),
        keyHash: hashSecret(key),
        createdByUserId: userId,
      })
      return key
    },
  }
}
