import { randomBytes } from 'node:crypto'
import type { DataFolder } from './data-folder.ts'

export interface Secrets {
  /** The value of `SECRETS_KEY`: 32 bytes in base64. */
  secretsKey: string
  s3AccessKey: string
  s3SecretKey: string
  s3UploadAccessKey: string
  s3UploadSecretKey: string
}

const SECRETS = 'secrets.json'

/** The secrets are made once: the database has data that was encrypted with them. */
export async function keptSecrets(folder: DataFolder): Promise<Secrets> {
  const secrets: Secrets = {
    secretsKey: randomBytes(32).toString('base64'),
    s3AccessKey: randomBytes(10).toString('hex'),
    s3SecretKey: randomBytes(30).toString('base64url'),
    s3UploadAccessKey: randomBytes(10).toString('hex'),
    s3UploadSecretKey: randomBytes(30).toString('base64url'),
    // A file of an earlier version may not have all of them.
    ...(await folder.readJson<Partial<Secrets>>(SECRETS)),
  }
  await folder.writeJson(SECRETS, secrets)
  return secrets
}
