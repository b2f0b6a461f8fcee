import { type ClientOptions, openClient } from './client.ts'

export interface BucketOptions extends ClientOptions {
  bucket: string
  /** Key prefixes that anyone may read; `?` is any one character, as in the policy of a bucket. */
  publicReadPrefixes: readonly string[]
  /**
   * An account that may put objects below `keyPrefix`, named as the store names it in policies: by its
   * access key in Versity's gateway, by an ARN at AWS.
   */
  uploader?: { principal: string; keyPrefix: string }
}

// Making a bucket takes some stores seconds.
const SILENCE_MS = 30_000
// From the store's user guide: `Version` is that of the policy language, and no other is accepted.
const POLICY_LANGUAGE = '2012-10-17'

/**
 * Makes the bucket if it is not there, lets anyone read below `publicReadPrefixes`, the uploader write
 * below its prefix, and nothing else. It can be repeated; a policy that the bucket has is replaced.
 * Throws what the store refuses.
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
