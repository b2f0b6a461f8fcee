import { randomBytes } from 'node:crypto'
import { newId } from '@mediajobs/db'
import { apiKeys, memberships, sessions, users } from '@mediajobs/db/schema'
import {
  generateApiKey,
  hashSecret,
  type Role,
  randomToken,
  type Scope,
  shownPrefix,
} from '@mediajobs/domain'
import { createOrganization } from '@mediajobs/operations/organizations'
import type { Store } from '@mediajobs/outbox'
import { recordSecrets } from '@mediajobs/runtime/testing'

export interface Member {
  organizationId: string
  userId: string
  email: string
  role: Role
  /** Creates an API key for this person. */
  keyWith(...scopes: Scope[]): Promise<string>
  /** Creates a session for this person. Returns its access token. */
  token(): Promise<string>
}

/** An organization with its first administrator and their ADMIN key. */
export interface TestOrganization extends Member {
  key: string
  password: string
}

export async function createOrg(store: Store): Promise<TestOrganization> {
  const ownerEmail = `owner-${randomBytes(6).toString('hex')}@example.test`
  const input = { name: 'Test Studio', ownerEmail, ownerName: 'Olga Owner' }
  const made = await store.transaction((tx) => createOrganization(tx, input))
  const { organization, owner, apiKey: key, password } = made
  recordSecrets(made)
  const person = { organizationId: organization.id, userId: owner.id, email: owner.email }
  return { ...member(store, { ...person, role: owner.role }), key, password }
}

/** An accepted member, without a password because hashing is slow. */
export async function createMember(
  store: Store,
  organizationId: string,
  role: Role,
): Promise<Member> {
  const userId = newId()
  const email = `${role.toLowerCase()}-${randomBytes(6).toString('hex')}@example.test`
  await store.sql.orm.insert(users).values({ id: userId, email })
  const accepted = { accountId: userId, acceptedAt: new Date().toISOString() }
  await store.sql.orm
    .insert(memberships)
    .values({ organizationId, userId, name: role, role, ...accepted })
  return member(store, { organizationId, userId, email, role })
}

function member(store: Store, person: Omit<Member, 'keyWith' | 'token'>): Member {
  const { organizationId, userId, role } = person
  const { orm } = store.sql
  return {
    ...person,
    async keyWith(...scopes) {
      const key = generateApiKey(store.cell)
      recordSecrets(key, 'apiKey')
      await orm.insert(apiKeys).values({
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
    async token() {
      const token = randomToken(store.cell)
      recordSecrets(token, 'accessToken')
      const expiresAt = '2200-01-01T00:00:00.000Z'
      const tokenHash = hashSecret(token)
      await orm.insert(sessions).values({ id: newId(), tokenHash, userId, expiresAt })
      return token
    },
  }
}
