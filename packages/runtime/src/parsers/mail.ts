import { isMailAddress } from '@mediajobs/domain'
import { isDecodable, isLocalHost } from './urls.ts'

/** A mail server, and how to reach it. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte. */
  secure: boolean
  /** Nothing is sent before STARTTLS. False only for private addresses: no secret crosses a public network in clear. */
  requireTLS: boolean
  auth?: { user: string; pass: string }
}

// RFC 8314: 465 for TLS from the first byte, 587 with STARTTLS.
const SUBMISSION_PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 }

/** `smtps://user:password@mail.example.com`, or `smtp://…` with STARTTLS. */
export function parseSmtpUrl(text: string): MailServer {
  const url = URL.parse(text)
  const defaultPort = url && SUBMISSION_PORTS[url.protocol]
  const isBare = url && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
  if (!defaultPort || !isBare || url.hostname === '' || !isDecodable(url)) {
    throw new RangeError(
      'a URL like smtps://user:password@mail.example.com:465, special characters percent-encoded',
    )
  }
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPort : Number(url.port),
    secure,
    requireTLS: !secure && !isLocalHost(url.hostname),
    ...(user !== '' && { auth: { user, pass } }),
  }
}

/** An address from which mail is sent, without a name. */
export function parseMailAddress(text: string): string {
  if (isMailAddress(text)) return text
  throw new RangeError('an e-mail address without a name, like no-reply@example.com')
}
