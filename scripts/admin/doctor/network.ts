import { randomBytes } from 'node:crypto'
import { connect, type TLSSocket } from 'node:tls'
import { networkOf } from '@mediajobs/operations/credentials'
import { isLocalHost } from '@mediajobs/runtime'
import {
  type Answer,
  ask,
  type Finding,
  NotChecked,
  named,
  ok,
  type Patient,
  reasonOf,
  type Settings,
  warning,
  wrong,
} from './check.ts'

// Checks what callers reach, from outside: the proxy, and the targets of public URLs.

const UNREACHABLE =
  'Start the proxy; check the DNS name, the firewall and the certificate of that address.'

function publicUrl({ settings }: Patient): string {
  const { DELIVERY_BASE_URL: url } = settings.read('DELIVERY_BASE_URL')
  return url.endsWith('/deliveries') ? url.slice(0, -'/deliveries'.length) : new URL(url).origin
}

/** @throws if there is no response or DELIVERY_BASE_URL is invalid. */
export async function askReady(patient: Patient): Promise<Answer> {
  return ask(readyUrl(patient))
}

/** `null` unless a process responded that it can't use its database. */
function withoutDatabase(url: string, { json }: Answer): Finding | null {
  if (json?.code !== 'database_unavailable') return null
  return wrong(
    `${url}: the process there can't use its database.`,
    "Repair the database, or correct that process's DATABASE_URL.",
  )
}

const readyUrl = (patient: Patient) => `${publicUrl(patient)}/health/ready`

export async function checkProxy(patient: Patient): Promise<Finding> {
  const url = readyUrl(patient)
  const answer = await ask(url).catch(reasonOf)
  if (typeof answer === 'string') return wrong(`${url}: ${answer}.`, UNREACHABLE)
  if (answer.status === 200 && answer.json?.status === 'ok') return ok(`An api is ready at ${url}.`)
  const { status, json } = answer
  if (json?.code === 'no_replica_ready') {
    return wrong(
      `${url}: the proxy responds, but no api is ready.`,
      "Check the apis' log: journalctl -u 'mediajobs-api@*'",
    )
  }
  const problem = withoutDatabase(url, answer)
  if (problem) return problem
  return wrong(
    `${url} responds ${status} ${json?.code ?? ''}`.trim().concat('.'),
    'Point the address of DELIVERY_BASE_URL to the apis.',
  )
}

// TEST-NET-3 of RFC 5737: nobody has this address.
const INVENTED_ADDRESS = '203.0.113.77'
// A proxy on this machine may call from 127.0.0.1 too. On Linux, any address in 127.0.0.0/8 works as a source.
const [LOOPBACK, ANOTHER_LOOPBACK] = ['127.0.0.1', '127.0.77.7']
// An api's response for an unknown delivery, unlike that of a media process or another path.
const UNKNOWN_DELIVERY = /with this id/
const SEEN = `
  select substring(subject from length('delivery:address:') + 1) as network from rate_windows
  where subject like 'delivery:address:%' and judged_at >= $1`
const NOW = '(extract(epoch from clock_timestamp()) * 1000000)::bigint'

export async function checkDeliveries(patient: Patient): Promise<Finding> {
  const { DELIVERY_BASE_URL: base } = patient.settings.read('DELIVERY_BASE_URL')
  const answer = await askForDelivery(base).catch(reasonOf)
  if (typeof answer === 'string') return wrong(`${base}: ${answer}.`, UNREACHABLE)
  if (answer.status === 404 && UNKNOWN_DELIVERY.test(answer.json?.message ?? '')) {
    return ok(`${base} reaches an api.`)
  }
  const problem = withoutDatabase(base, answer)
  if (problem) return problem
  return wrong(
    `${base} doesn't reach /deliveries of an api: it responds ${answer.status}.`,
    'Correct DELIVERY_BASE_URL, or make the proxy forward the path unchanged.',
  )
}

/**
 * Checks which address an api attributes to a caller: calls with an invented X-Forwarded-For, and reads which
 * address's limit counted the call.
 */
export async function checkCallers(patient: Patient): Promise<Finding> {
  const { DELIVERY_BASE_URL: base } = patient.settings.read('DELIVERY_BASE_URL')
  const sql = await patient.sql()
  const [row] = await sql.queryOnce<{ now: number }>(`select ${NOW} as now`)
  const localAddress = await callFrom(base).catch(() => {
    throw new NotChecked('DELIVERY_BASE_URL does not respond.')
  })
  const rows = await sql.queryOnce<{ network: string }>(SEEN, [row?.now ?? 0])
  const seen = rows.map(({ network }) => network)
  if (seen.includes(INVENTED_ADDRESS)) {
    return wrong(
      'An api trusts a forged X-Forwarded-For: limits by address have no effect.',
      'Make the proxy replace the header, and set TRUST_PROXY to the number of proxies (1).',
    )
  }
  const own = networkOf(localAddress)
  if (seen.includes(own)) return ok(`The apis see callers' real addresses (${own}).`)
  if (seen.length === 0) {
    return warning(
      "The call wasn't counted in this database.",
      "DELIVERY_BASE_URL must reach apis with the doctor's DATABASE_URL.",
    )
  }
  return notOwn(patient, own, seen)
}

function notOwn({ settings }: Patient, own: string, seen: string[]) {
  const { TRUST_PROXY } = settings.read('TRUST_PROXY')
  const found = `This machine called from ${own}, and the api saw ${seen.join(' or ')}`
  if (TRUST_PROXY === false) {
    return wrong(
      `${found}: without TRUST_PROXY all callers share the limits of the proxy's address.`,
      'Set TRUST_PROXY to the number of proxies (1), and make the proxy set X-Forwarded-For.',
    )
  }
  return warning(
    `${found}.`,
    "Fine behind NAT. If it is the proxy's address, TRUST_PROXY is too small.",
  )
}

/** Calls with the invented address. Returns this machine's source address. */
async function callFrom(base: string): Promise<string> {
  const headers = { 'x-forwarded-for': INVENTED_ADDRESS }
  const { localAddress = '' } = await askForDelivery(base, { headers })
  if (localAddress !== LOOPBACK) return localAddress
  return askForDelivery(base, { headers, localAddress: ANOTHER_LOOPBACK }).then(
    () => ANOTHER_LOOPBACK,
    () => localAddress,
  )
}

function askForDelivery(base: string, asking?: Parameters<typeof ask>[1]): Promise<Answer> {
  return ask(`${base}/doctor-${randomBytes(16).toString('hex')}`, asking)
}

export async function checkArchives({ settings }: Patient): Promise<Finding> {
  const { MEDIA_BASE_URL: base } = settings.read('MEDIA_BASE_URL')
  if (base === undefined) {
    return warning(
      'MEDIA_BASE_URL is not set: clients get no archives.',
      'Set it for the apis to the address that routes /archives/ to media.',
    )
  }
  const url = `${base}/archives/doctor/doctor.zip`
  const answer = await ask(url).catch(reasonOf)
  if (typeof answer === 'string') return wrong(`${base}: ${answer}.`, UNREACHABLE)
  const { status, json } = answer
  if (json?.code === 'no_replica_ready') {
    return wrong(
      `${base}: the proxy responds, but no media process is ready.`,
      "Check media's log: journalctl -u 'mediajobs-media@*'",
    )
  }
  if (status === 404 && /archive/i.test(json?.message ?? '')) return ok(`${base} reaches media.`)
  const problem = withoutDatabase(base, answer)
  if (problem) return problem
  return wrong(
    `${url} doesn't reach a media process: it responds ${status} ${json?.code ?? ''}`
      .trim()
      .concat('.'),
    'Start media, and route /archives/ to it (docker/haproxy/haproxy.cfg).',
  )
}

const LIMIT_MS = 8_000
const FEW_DAYS = 14
const DAY_MS = 86_400_000

export async function checkCertificates({ settings }: Patient): Promise<Finding> {
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
    return warning(
      'No address has TLS; all are local.',
      'Only acceptable for a trial on one machine.',
    )
  }
  const certificates = await Promise.all(secure.map(certificateOf))
  const bad = certificates.find(({ problem }) => problem !== null)
  if (bad) return wrong(`${bad.host}: ${bad.problem}.`, RENEW)
  const daysLeft = Math.min(...certificates.map(({ days }) => days))
  const found = `${named(certificates.map(({ host }) => host))}: valid for ${daysLeft} days.`
  return daysLeft < FEW_DAYS ? warning(found, RENEW) : ok(found)
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
  /** Why clients refuse it. */
  problem: string | null
  /** Whole days until it expires. */
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
      // SNI allows only host names, no IP addresses (RFC 6066).
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
      if (refusal)
        done(`clients refuse its certificate (${reasonOf(refusal)}), which expires ${end}`)
      else done(null, days)
    })
  })
}
