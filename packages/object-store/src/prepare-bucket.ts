import { type ClientOptions, openClient } from './client.ts'

export interface BucketOptions extends ClientOptions {
  bucket: string
  /** Key prefixes that anyone may read; `?` is any one character, as in the policy of a bucket. */
  publicReadPrefixes: readonly string[]
}

// Making a bucket takes some stores seconds.
const SILENCE_MS = 30_000
// From the store's user guide: `Version` is that of the policy language, and no other is accepted.
const POLICY_LANGUAGE = '2012-10-17'

/**
 * Makes the bucket if it is not there, and lets anyone read below `publicReadPrefixes` and nothing
 * else. It can be repeated; a policy that the bucket has is replaced. Throws what the store refuses.
 */
export async function prepareBucket(options: BucketOptions): Promise<void> {
  const { bucket, region, publicReadPrefixes } = options
  const client = openClient(options, SILENCE_MS)
  if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region)
  const policy = {
    Version: POLICY_LANGUAGE,
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: ['*'] },
        Action: ['s3:GetObject'],
        Resource: publicReadPrefixes.map((prefix) => `arn:aws:s3:::${bucket}/${prefix}*`),
      },
    ],
  }
  await client.setBucketPolicy(bucket, JSON.stringify(policy))
}
