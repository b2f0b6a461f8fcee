import { AwsV4Signer } from 'aws4fetch'
import type { SigningKeys } from './client.ts'

export interface Presigning {
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  /** The request must send exactly these. */
  headers?: Record<string, string>
  expiresInSeconds: number
  /** Like `20130524T000000Z`. Default: now. */
  signedAt?: string
}

/** A presigned URL: AWS Signature Version 4 over the host and all `headers`. Computed locally. */
export async function presignedUrl(
  { region, accessKey, secretKey }: SigningKeys,
  { method, url, headers, expiresInSeconds, signedAt }: Presigning,
): Promise<string> {
  const target = new URL(url)
  target.searchParams.set('X-Amz-Expires', String(expiresInSeconds))
  const signer = new AwsV4Signer({
    method,
    url: target.href,
    ...(headers && { headers }),
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    signQuery: true,
    // Otherwise content-type isn't signed, and the store accepts any.
    allHeaders: true,
    ...(signedAt !== undefined && { datetime: signedAt }),
  })
  const signed = await signer.sign()
  return signed.url.href
}
