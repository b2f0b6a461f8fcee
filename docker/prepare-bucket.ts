// Creates the bucket S3_BUCKET, and lets everybody read confirmed files. Not needed if you create the bucket another
// way. With `--versity`, also creates the upload account in Versity's S3 gateway and allows it to put uploads.
import { PUBLIC_READ_PREFIX, STAGING_PREFIX } from '@mediajobs/domain'
import { createVersityAccount, prepareBucket } from '@mediajobs/object-store'
import {
  EnvironmentError,
  environment,
  objectStoreOptions,
  objectStoreVariables,
  uploadCredential,
  variables,
} from '@mediajobs/runtime'

try {
  const config = environment({
    ...objectStoreVariables,
    S3_UPLOAD_ACCESS_KEY: variables.S3_UPLOAD_ACCESS_KEY,
    S3_UPLOAD_SECRET_KEY: variables.S3_UPLOAD_SECRET_KEY,
  })
  const store = objectStoreOptions(config)
  const upload = process.argv.includes('--versity') ? uploadCredential(config) : null
  if (upload) await createVersityAccount(store, upload)
  await prepareBucket({
    ...store,
    publicReadPrefixes: [PUBLIC_READ_PREFIX],
    ...(upload && { uploader: { principal: upload.accessKey, keyPrefix: STAGING_PREFIX } }),
  })
} catch (error) {
  const { name, message } = error as Error
  const prefix = error instanceof EnvironmentError ? '' : `The store refuses the bucket: ${name}: `
  process.stderr.write(`${prefix}${message}\n`)
  process.exitCode = 1
}
