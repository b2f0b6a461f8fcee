import { generate } from 'selfsigned'

export interface Certificate {
  /** PEM. */
  cert: string
  /** PEM, unencrypted. */
  key: string
}

/**
 * A self-signed certificate.
 *
 * @param names host names and IPv4 addresses
 * @param validity defaults to a year from now
 */
export async function selfSignedCertificate(
  names: readonly string[],
  validity: { notBeforeDate?: Date; notAfterDate?: Date } = {},
): Promise<Certificate> {
  const altNames = names.map((name) =>
    /^[\d.]+$/.test(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  )
  // OpenSSL looks up trusted certificates by subject, so subjects must differ.
  const commonName = names.join(' ')
  const { cert, private: key } = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...validity,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { cert, key }
}
