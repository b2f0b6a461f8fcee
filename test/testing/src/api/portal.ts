import { portalSignIns } from '@mediajobs/db/schema'
import { hashSecret, randomToken } from '@mediajobs/domain'
import { recordSecrets } from '@mediajobs/runtime/testing'
import type { TestApp } from './app.ts'

/** A sign-in token, like that of a sign-in mail. */
export async function portalSignInToken(
  { store }: Pick<TestApp, 'store'>,
  organizationId: string,
  customerId: string,
): Promise<string> {
  const token = randomToken(store.cell)
  recordSecrets({ token })
  await store.sql.orm.insert(portalSignIns).values({
    organizationId,
    customerId,
    tokenHash: hashSecret(token),
    expiresAt: '2200-01-01T00:00:00.000Z',
  })
  return token
}

/** Signs a customer in. @returns the access token */
export async function signInToPortal(
  api: TestApp,
  organizationId: string,
  customerId: string,
): Promise<string> {
  const token = await portalSignInToken(api, organizationId, customerId)
  const { body } = await api.stranger('POST', '/portal/sessions', { token })
  return body.accessToken
}
