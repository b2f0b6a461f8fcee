import { type ClientOptions, openClient } from './client.ts'
import { isRefusal, ObjectStoreUnavailable } from './unavailable.ts'

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
