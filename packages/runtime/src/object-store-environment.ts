import { EnvironmentError, type environment, variables } from './environment.ts'

export const objectStoreVariables = {
  S3_ENDPOINT: variables.S3_ENDPOINT,
  S3_REGION: variables.S3_REGION,
  S3_BUCKET: variables.S3_BUCKET,
  S3_ACCESS_KEY: variables.S3_ACCESS_KEY,
  S3_SECRET_KEY: variables.S3_SECRET_KEY,
  CDN_BASE_URL: variables.CDN_BASE_URL,
}

type ObjectStoreConfig = ReturnType<typeof environment<typeof objectStoreVariables>>

export function objectStoreOptions(config: ObjectStoreConfig) {
  return {
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    cdnBaseUrl: config.CDN_BASE_URL ?? `${config.S3_ENDPOINT}/${config.S3_BUCKET}`,
  }
}

/**
 * The separate credential that signs upload URLs, or `null`.
 *
 * @throws {EnvironmentError} if only one of its variables is set
 */
export function uploadCredential({
  S3_UPLOAD_ACCESS_KEY: accessKey,
  S3_UPLOAD_SECRET_KEY: secretKey,
}: Record<'S3_UPLOAD_ACCESS_KEY' | 'S3_UPLOAD_SECRET_KEY', string | undefined>) {
  if (accessKey === undefined && secretKey === undefined) return null
  if (accessKey !== undefined && secretKey !== undefined) return { accessKey, secretKey }
  throw new EnvironmentError(
    accessKey === undefined
      ? 'S3_UPLOAD_ACCESS_KEY is required with S3_UPLOAD_SECRET_KEY'
      : 'S3_UPLOAD_SECRET_KEY is required with S3_UPLOAD_ACCESS_KEY',
  )
}
