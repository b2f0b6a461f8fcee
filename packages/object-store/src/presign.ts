import { AwsV4Signer } from 'aws4fetch'

export interface SigningKeys {
  region: string
  accessKey: string
  secretKey: string
}

export interface Presigning {
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  /** The request to the address must have exactly these headers. */
  headers?: Record<string, string>
  expiresInSeconds: number
  /** In the form `20130524T000000Z`. Default: now. */
  signedAt?: string
}

/**
 * A URL with a signature in its query: AWS Signature Version 4 over the host and all of `headers`. No request
 * goes to the store.
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
    // Otherwise content-type would be unsigned, and the store would accept any.
    allHeaders: true,
    ...(signedAt !== undefined && { datetime: signedAt }),
  })
  const signed = await signer.sign()
  return signed.url.href
}
