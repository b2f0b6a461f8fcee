import { AwsClient } from 'aws4fetch'
import { type ClientOptions, type Credential, openClient } from './client.ts'

interface BucketOptions extends ClientOptions {
  bucket: string
  /** Publicly readable key prefixes. `?` matches any character, as in bucket policies. */
  publicReadPrefixes: readonly string[]
  /** May put objects below `keyPrefix`. `principal`: the access key in Versity's gateway, an ARN at AWS. */
  uploader?: { principal: string; keyPrefix: string }
}

// Some stores take seconds to create a bucket.
const SILENCE_MS = 30_000
// The only version S3 accepts.
const POLICY_LANGUAGE = '2012-10-17'

/**
 * Creates the bucket if missing and replaces its policy: public read below `publicReadPrefixes`, put below the uploader's
 * prefix, nothing else. Idempotent.
 *
 * @throws the store's error
 */
export async function prepareBucket(options: BucketOptions): Promise<void> {
  const { bucket, region } = options
  const client = await openClient(options, SILENCE_MS)()
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
 * Creates an account in Versity's S3 gateway, limited to what bucket policies allow. `admin` is the gateway's root. An
 * existing account gets the secret. Requires `--iam-dir`.
 *
 * @throws {Error} with the gateway's response.
 */
export async function createVersityAccount(
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
  const send = (path: string, body: string) =>
    client.fetch(`${admin.endpoint}/${path}`, {
      method: 'PATCH',
      body,
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
    })
  const secret = `<Secret>${escaped(secretKey)}</Secret>`
  let response = await send(
    'create-user',
    `<Account><Access>${escaped(accessKey)}</Access>${secret}<Role>user</Role></Account>`,
  )
  if (response.status === CONFLICT) {
    const path = `update-user?access=${encodeURIComponent(accessKey)}`
    response = await send(path, `<MutableProps>${secret}</MutableProps>`)
  }
  if (response.ok) return
  const text = await response.text()
  throw new Error(
    `the gateway refused the upload account with ${response.status}: ${text.slice(0, 500)}`,
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
