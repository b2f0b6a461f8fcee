import { randomBytes } from 'node:crypto'
import type { DataFolder } from './data-folder.ts'

export interface Secrets {
  /** 32 bytes in base64: what `SECRETS_KEY` wants. */
  secretsKey: string
  s3AccessKey: string
  s3SecretKey: string
}

const SECRETS = 'secrets.json'

/** Made once: what is in the database was encrypted with them. */
export async function keptSecrets(folder: DataFolder): Promise<Secrets> {
  const kept = await folder.readJson<Secrets>(SECRETS)
  if (kept) return kept
  const secrets: Secrets = {
    secretsKey: randomBytes(32).toString('base64'),
    s3AccessKey: randomBytes(10).toString('hex'),
    s3SecretKey: randomBytes(30).toString('base64url'),
  }
  await folder.writeJson(SECRETS, secrets)
  return secrets
}
