import { AwsV4Signer } from 'aws4fetch'

export interface SigningKeys {
  region: string
  accessKey: string
  secretKey: string
}

export interface Presigning {
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  /** Whoever uses the address must send exactly these. */
  headers?: Record<string, string>
  expiresInSeconds: number
  /** As in `20130524T000000Z`; now when it is left out. */
  signedAt?: string
}

/**
 * An address that bears its permission in its query: AWS Signature Version 4 over the host and all
 * of `headers`. Nothing is asked of the store.
 */
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
    // Without it content-type would stay unsigned, and the store would take any.
    allHeaders: true,
    ...(signedAt !== undefined && { datetime: signedAt }),
  })
  const signed = await signer.sign()
  return signed.url.href
}
