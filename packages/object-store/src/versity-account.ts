import { AwsClient } from 'aws4fetch'
import type { ClientOptions } from './client.ts'
import type { Credential } from './object-store.ts'

const ANSWER_LIMIT_MS = 30_000
const CONFLICT = 409

/**
 * Makes an account of Versity's S3 gateway that owns nothing: it may do what the policies of buckets
 * say. `admin` is the gateway's root. An account that is there already stays as it is, its secret too.
 * It works only where the gateway was given a place for accounts (`--iam-dir`).
 *
 * @throws {Error} with what the gateway answered.
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
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  })
  const text = await response.text()
  if (response.ok || response.status === CONFLICT) return
  throw new Error(`the account for uploads was answered ${response.status}: ${text.slice(0, 500)}`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
