import { AwsClient } from 'aws4fetch'
import { type ClientOptions, isRefusal, ObjectStoreUnavailable, openClient } from './client.ts'
import type { Credential } from './object-store.ts'

export interface BucketOptions extends ClientOptions {
  bucket: string
  /** Key prefixes that anyone may read. `?` is any one character, as in the policy of a bucket. */
  publicReadPrefixes: readonly string[]
  /**
   * An account that may put objects below `keyPrefix`. `principal` is its name in policies of the store: the
   * access key in Versity's gateway, an ARN at AWS.
   */
  uploader?: { principal: string; keyPrefix: string }
}

// Some stores need seconds to make a bucket.
const SILENCE_MS = 30_000
// From the user guide of S3: `Version` is the version of the policy language. No other value is accepted.
const POLICY_LANGUAGE = '2012-10-17'

/**
 * Whether the store says that the bucket exists, or does not let this account know.
 *
 * @throws {ObjectStoreUnavailable} when the store does not answer.
 */
export async function bucketIsThere(options: ClientOptions & { bucket: string }): Promise<boolean> {
  try {
    return await openClient(options, SILENCE_MS).bucketExists(options.bucket)
  } catch (error) {
    if (isRefusal((error as { code?: unknown }).code)) return true
    throw new ObjectStoreUnavailable('respond', error)
  }
}

/**
 * Makes the bucket unless it exists, and replaces its policy: anyone may read below `publicReadPrefixes`, the
 * uploader may put objects below its prefix, and nothing else is allowed. It can be repeated.
 *
 * @throws the store's error when it refuses
 */
export async function prepareBucket(options: BucketOptions): Promise<void> {
  const { bucket, region } = options
  const client = openClient(options, SILENCE_MS)
  if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region)
  await client.setBucketPolicy(bucket, JSON.stringify(bucketPolicy(options)))
}

function bucketPolicy({ bucket, publicReadPrefixes, uploader }: BucketOptions) {
  const objects = (prefix: string) => `arn:aws:s3:::${bucket}/${prefix}*`
  return {
    Version: POLICY_LANGUAGE,
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: ['*'] },
        Action: ['s3:GetObject'],
        Resource: publicReadPrefixes.map(objects),
      },
      ...(uploader
        ? [
            {
              Effect: 'Allow',
              Principal: { AWS: [uploader.principal] },
              Action: ['s3:PutObject'],
              Resource: [objects(uploader.keyPrefix)],
            },
          ]
        : []),
    ],
  }
}

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
