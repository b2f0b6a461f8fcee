import { AwsClient } from 'aws4fetch'
import type { ClientOptions } from './client.ts'
import type { Credential } from './object-store.ts'

const RESPONSE_LIMIT_MS = 30_000
const CONFLICT = 409

/**
 * Makes an account of Versity's S3 gateway. It owns nothing, and may do only what the policies of buckets
 * allow. `admin` is the gateway's root. An existing account does not change, nor does its secret. The gateway
 * must run with a folder for accounts (`--iam-dir`).
 *
 * @throws {Error} with the gateway's response.
 */
export async function makeVersityAccount(
  admin: ClientOptions,
  { accessKey, secretKey }: Credential,
): Promise<void> {
  const client = new AwsClient({
    accessKeyId: admin.accessKey,
    secretAccessKey: admin.secretKey,
    service: 's3',
    region: admin.region,
    retries: 0,
  })
  const response = await client.fetch(`${admin.endpoint}/create-user`, {
    method: 'PATCH',
    body: `<Account><Access>${escaped(accessKey)}</Access><Secret>${escaped(secretKey)}</Secret><Role>user</Role></Account>`,
    signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
  })
  const text = await response.text()
  if (response.ok || response.status === CONFLICT) return
  throw new Error(
    `the gateway refused the account for uploads with ${response.status}: ${text.slice(0, 500)}`,
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
