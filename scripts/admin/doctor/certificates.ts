import { connect, type TLSSocket } from 'node:tls'
import { isLocalHost } from '@mediajobs/runtime'
import { type Check, named, ok, reasonOf, warning, wrong } from './check.ts'
import { NotChecked, type Settings } from './settings.ts'

const LIMIT_MS = 8_000
const FEW_DAYS = 14
const DAY_MS = 86_400_000

/** Certificates of all public addresses. */
export const certificatesCheck: Check = {
  name: 'certificates',
  async run({ settings }) {
    const urls = publicUrls(settings)
    if (urls.length === 0) throw new NotChecked('no public address is set.')
    const open = urls.filter(
      ({ protocol, hostname }) => protocol === 'http:' && !isLocalHost(hostname),
    )
    if (open.length > 0) {
      return wrong(
        `${named(open.map(({ origin }) => origin))} has no TLS.`,
        'Serve it with https://.',
      )
    }
    const secure = urls.filter(({ protocol }) => protocol === 'https:')
    if (secure.length === 0) {
      return warning('No address has TLS; all are local.', 'Right for a trial on one machine only.')
    }
    const certificates = await Promise.all(secure.map(certificateOf))
    const bad = certificates.find(({ problem }) => problem !== null)
    if (bad) return wrong(`${bad.host}: ${bad.problem}.`, RENEW)
    const daysLeft = Math.min(...certificates.map(({ days }) => days))
    const found = `${named(certificates.map(({ host }) => host))}: valid for ${daysLeft} days.`
    return daysLeft < FEW_DAYS ? warning(found, RENEW) : ok(found)
  },
}

const RENEW = 'Renew the certificate and reload the proxy: systemctl reload haproxy'

function publicUrls(settings: Settings): URL[] {
  const bases = (
    ['DELIVERY_BASE_URL', 'MEDIA_BASE_URL', 'S3_ENDPOINT', 'CDN_BASE_URL'] as const
  ).flatMap((name) => {
    try {
      return settings.read(name)[name] ?? []
    } catch {
      return []
    }
  })
  const origins = new Set(bases.map((base) => new URL(base).origin))
  return [...origins].map((origin) => new URL(origin))
}

interface Certificate {
  host: string
  /** Why a client refuses it. */
  problem: string | null
  /** For how many whole days it is valid. */
  days: number
}

function certificateOf({ hostname, port, host }: URL): Promise<Certificate> {
  const servername = hostname.replace(/^\[(.*)\]$/, '$1')
  return new Promise((resolve) => {
    const done = (problem: string | null, days = 0) => {
      socket.destroy()
      resolve({ host, problem, days })
    }
    const socket: TLSSocket = connect({
      host: servername,
      port: Number(port || 443),
      // A name of the certificate's, and no IP address (RFC 6066).
      ...(/[a-z]/i.test(servername) && !servername.includes(':') && { servername }),
      rejectUnauthorized: false,
      timeout: LIMIT_MS,
    })
    socket.on('timeout', () => done('no response within 8 seconds'))
    socket.on('error', (error) => done(reasonOf(error)))
    socket.on('secureConnect', () => {
      const { valid_to: end } = socket.getPeerCertificate()
      const days = Math.floor((Date.parse(end) - Date.now()) / DAY_MS)
      const { authorizationError: refusal } = socket
      if (refusal) done(`clients refuse its certificate (${reasonOf(refusal)}), which ends ${end}`)
      else done(null, days)
    })
  })
}
