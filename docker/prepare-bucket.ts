// Makes the bucket that S3_BUCKET names, and opens to all readers what the service hands out. For
// stores that come without one; where the bucket is made by other means, this is not needed.
import { PUBLIC_READ_PREFIX } from '@mediajobs/domain'
import { prepareBucket } from '@mediajobs/object-store'
import { EnvironmentError, environment, variables } from '@mediajobs/runtime'

try {
  const config = environment({
    S3_ENDPOINT: variables.S3_ENDPOINT,
    S3_REGION: variables.S3_REGION,
    S3_BUCKET: variables.S3_BUCKET,
    S3_ACCESS_KEY: variables.S3_ACCESS_KEY,
    S3_SECRET_KEY: variables.S3_SECRET_KEY,
  })
  await prepareBucket({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    publicReadPrefixes: [PUBLIC_READ_PREFIX],
  })
} catch (error) {
  const { name, message } = error as Error
  const what = error instanceof EnvironmentError ? '' : `The store refuses the bucket: ${name}: `
  process.stderr.write(`${what}${message}\n`)
  process.exitCode = 1
}
