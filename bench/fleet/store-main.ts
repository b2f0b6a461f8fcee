// An S3 store in a process of its own, so that the run can stop it. Its options are environment variables.
import { startObjectStore } from '@mediajobs/local-engines'

const {
  DIRECTORY = '',
  PORT = '',
  S3_BUCKET = '',
  S3_ACCESS_KEY = '',
  S3_SECRET_KEY = '',
} = process.env
const store = await startObjectStore({
  directory: DIRECTORY,
  port: Number(PORT),
  bucket: S3_BUCKET,
  accessKey: S3_ACCESS_KEY,
  secretKey: S3_SECRET_KEY,
})
process.stdout.write(`listening at ${store.endpoint}\n`)
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
