import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { grantMediaRole, newId, openDatabase, type Sql } from '@mediajobs/db'
import { startPostgres } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { openObjectStore } from '@mediajobs/object-store'
import { migrate } from '@mediajobs/outbox'
import { selfSignedCertificate } from '@mediajobs/testing/dispatcher/certificate'
import { startApi, startDispatcher, startMedia } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { runAdmin } from './admin.ts'
import { ownObjectStore } from './own-object-store.ts'

/** How a proxy sets `x-forwarded-for`. `appended` is the mistake of trusting the caller's. */
type Forwarding = 'replaced' | 'appended' | 'none'

// The proxy's address. The doctor calls the proxy from 127.0.0.1.
const PROXY_ADDRESS = '127.0.0.5'
const PASSWORD = 'an-owners-password'
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

/** An installation as in docs/install-debian.md: roles, processes, a store, and a TLS proxy. */
export async function installation(t: Test) {
  const directory = await scratchFolder(t)
  const postgres = await startPostgres({ directory, durable: true })
  t.teardown(() => postgres.stop())
  const superuser = openDatabase({
    url: postgres.url,
    poolSize: 2,
    applicationName: 'operator',
    onError() {},
  })
  t.teardown(() => superuser.close())
  await superuser.sql.queryOnce(`create role mediajobs login createrole password '${PASSWORD}'`)
  await superuser.sql.queryOnce('grant pg_monitor to mediajobs')
  await superuser.sql.queryOnce('create database mediajobs owner mediajobs')
  const urlOf = (user: string, database = 'mediajobs') => {
    const url = new URL(postgres.url)
    Object.assign(url, { username: user, password: PASSWORD, pathname: `/${database}` })
    return url.href
  }
  const [databaseUrl, mediaUrl] = [urlOf('mediajobs'), urlOf('mediajobs_media')]
  await migrate(databaseUrl)
  await grantMediaRole(databaseUrl, mediaUrl)
  const { options } = await ownObjectStore(t)
  const store = {
    S3_ENDPOINT: options.endpoint,
    S3_BUCKET: options.bucket,
    S3_ACCESS_KEY: options.accessKey,
    S3_SECRET_KEY: options.secretKey,
  }
  const objects = openObjectStore(options)
  const file = { contentType: 'text/plain', cacheControl: 'no-store' }
  for (const name of ['a', 'b']) await objects.put(`${newId()}/${name}`, Buffer.from(name), file)
  const proxy = await startTlsProxy(t)
  const addresses = { DELIVERY_BASE_URL: `${proxy.url}/deliveries`, MEDIA_BASE_URL: proxy.url }
  const service = {
    ...store,
    ...addresses,
    S3_UPLOAD_ACCESS_KEY: options.upload.accessKey,
    S3_UPLOAD_SECRET_KEY: options.upload.secretKey,
    SECRETS_KEY,
    TRUST_PROXY: '1',
  }
  await runAdmin(['check-bucket', '--fix'], databaseUrl, service)
  const api = await startApi(t, databaseUrl, service)
  const media = await startMedia(t, mediaUrl, { ...store, SECRETS_KEY: undefined })
  const dispatcher = await startDispatcher(t, databaseUrl, { ...store, SECRETS_KEY })
  proxy.leadTo({ api: api.url, media: media.url })
  const own = new URL(postgres.url)
  own.pathname = '/mediajobs'
  const inDatabase = openDatabase({
    url: own.href,
    poolSize: 2,
    applicationName: 'operator',
    onError() {},
  })
  t.teardown(() => inDatabase.close())
  return {
    databaseUrl,
    store,
    secretsKey: SECRETS_KEY,
    urlOf: (database: string) => urlOf('mediajobs', database),
    api,
    media,
    dispatcher,
    proxy,
    /** As a superuser, in the service's database. */
    sql: inDatabase.sql as Sql,
    primary: { directory, url: postgres.url, database: superuser },
    startApi: (env: Record<string, string>) => startApi(t, databaseUrl, { ...service, ...env }),
    /** The URL of another database of the same owner. */
    async anotherDatabase(name: string) {
      await superuser.sql.queryOnce(`create database ${name} owner mediajobs`)
      return urlOf('mediajobs', name)
    },
    /** Runs `admin doctor` with all processes' variables. */
    async examine(changed: Record<string, string | undefined> = {}) {
      const env = {
        DATABASE_URL: databaseUrl,
        MEDIA_DATABASE_URL: mediaUrl,
        ...service,
        NODE_EXTRA_CA_CERTS: proxy.certificateFile,
        ...changed,
      }
      const given = Object.entries(env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      )
      const { code, stdout, stderr } = await runAdmin(
        ['doctor', '--json'],
        databaseUrl,
        Object.fromEntries(given),
      )
      if (stderr !== '') throw new Error(stderr)
      const {
        checks,
      }: { checks: { check: string; verdict: string; found: string; remedy: string | null }[] } =
        JSON.parse(stdout)
      return {
        code,
        /** `check: verdict` unless ok. */
        ill: checks.flatMap(({ check, verdict }) =>
          verdict === 'ok' ? [] : [`${check}: ${verdict}`],
        ),
        textOf(name: string) {
          const { found = '', remedy = '' } = checks.find(({ check }) => check === name) ?? {}
          return `${found} → ${remedy}`
        },
      }
    },
  }
}

/** A proxy like HAProxy with docker/systemd/haproxy.cfg: TLS, archives to media, everything else to the api. */
async function startTlsProxy(t: Test) {
  const certificate = await selfSignedCertificate(['127.0.0.1'])
  const certificateFile = join(await scratchFolder(t), 'certificate.pem')
  await writeFile(certificateFile, certificate.cert)
  let backends = { api: '', media: '' }
  let forwarding: Forwarding = 'replaced'
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming
    const base = url.startsWith('/archives/') ? backends.media : backends.api
    const address = incoming.socket.remoteAddress ?? ''
    const { 'x-forwarded-for': given, ...others } = headers
    const forwarded = {
      replaced: { 'x-forwarded-for': address },
      appended: { 'x-forwarded-for': given === undefined ? address : `${given}, ${address}` },
      none: {},
    }[forwarding]
    const onward = request(base + url, {
      method,
      headers: { ...others, ...forwarded },
      localAddress: PROXY_ADDRESS,
    })
    onward.on('error', () => response.writeHead(503).end('{"code":"no_replica_ready"}'))
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(onward)
  }
  const server = createServer(certificate, pass)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => void server.close().closeAllConnections())
  const bound = server.address()
  return {
    url: `https://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`,
    certificateFile,
    leadTo(next: typeof backends) {
      backends = next
    },
    forward(how: Forwarding) {
      forwarding = how
    },
    async useCertificate(notAfterDate: Date) {
      const next = await selfSignedCertificate(['127.0.0.1'], { notAfterDate })
      await writeFile(certificateFile, next.cert)
      server.setSecureContext(next)
    },
    stop: () => void server.close().closeAllConnections(),
  }
}
