import { createServer } from 'node:http'
import type { Sql } from '@mediajobs/db'
import {
  type CellUrls,
  hashSecret,
  MAX_CONNECTIONS,
  MAX_HEAD_BYTES,
  MAX_HEAD_MS,
  MAX_REQUEST_MS,
  MAX_UNREAD_MS,
  urlOfCell,
} from '@mediajobs/domain'
import { ARRIVING_RETRY_SECONDS, awayOfArchive } from '@mediajobs/moves/home'
import type { ObjectStore } from '@mediajobs/object-store'
import {
  archivedFiles,
  countDownload,
  type OpenArchive,
  openArchive,
} from '@mediajobs/operations/archives'
import { networkOf } from '@mediajobs/operations/credentials'
import { CallWindows, type Logger, oneAtATime, type ProcessHealth, probe } from '@mediajobs/runtime'
import { create as contentDisposition } from 'content-disposition'
import fastify, {
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  type ArchiveLayout,
  BrokenFile,
  ClientGone,
  requestedBytes,
  sendArchive,
} from './archives/send-archive.ts'
import { entryNames, layOut } from './archives/zip.ts'
import type { Metrics, OpenStreams } from './metrics.ts'
import { Problem, respondWithProblem } from './problem.ts'

export interface ServerOptions extends ArchiveRoutesOptions {
  logger: Logger
  health: ProcessHealth
  /** Aborted on shutdown: clients should reconnect. */
  closing: AbortSignal
  trustProxy: boolean | string | ((address: string, hop: number) => boolean)
}

// No response is a page.
const SAFE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

const LIMITS = {
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: MAX_HEAD_MS,
  requestTimeout: MAX_REQUEST_MS,
  connectionsCheckingInterval: MAX_HEAD_MS / 10,
}

/** Serves archives and health checks. */
export function buildServer(options: ServerOptions) {
  const { logger, health, closing, trustProxy } = options
  const app = fastify({
    loggerInstance: logger,
    // Not logged: the URL of an archive contains its token.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => crypto.randomUUID(),
    trustProxy,
    bodyLimit: 1,
    routerOptions: { maxParamLength: MAX_HEAD_BYTES },
    return503OnClosing: false,
    serverFactory: (handle) => createServer(LIMITS, oneAtATime(handle)),
  })
  app.server.maxConnections = MAX_CONNECTIONS
  app.setErrorHandler(respondWithProblem)
  app.setNotFoundHandler(() => {
    throw new Problem('not_found', 'Not found.')
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SAFE_HEADERS, 'x-request-id': request.id })
    if (closing.aborted) reply.header('connection', 'close')
  })
  for (const path of ['/health/live', '/health/ready'] as const) {
    app.get(path, async (_request, reply) => {
      const { status, body } = await probe(health, path)
      return reply.code(status).send(body)
    })
  }
  app.register(archiveRoutes, options)
  return app
}

interface ArchiveRoutesOptions {
  sql: Sql
  objectStore: ObjectStore
  metrics: Metrics
  streams: OpenStreams
  otherCells: CellUrls
  /** How long a client may stall. Default: {@link MAX_UNREAD_MS}. */
  maxUnreadMs?: number
}

interface Params {
  token: string
}

const ARCHIVE_HEADERS = {
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
  'content-type': 'application/zip',
}
const RETRY_SECONDS = 10

/** The token in the URL is the only credential. */
const archiveRoutes: FastifyPluginAsync<ArchiveRoutesOptions> = async (app, options) => {
  const { sql, streams, otherCells } = options
  const layoutOf = createArchiveLayouts(sql)
  const [ofNetworks, ofLinks] = [new CallWindows(), new CallWindows()]

  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: '/archives/:token/:filename',
    async handler(request, reply) {
      const { token } = request.params
      const network = networkOf(request.ip)
      refuseCalls(ofNetworks.take(network))
      refuseCalls(ofLinks.take(hashSecret(token).toString('base64url')))
      refuseMore(streams.refusal(network))
      // Before the first `await`, so concurrent requests can't all pass the check.
      const close = streams.opened(network)
      reply.raw.once('close', close)
      const archive = await openArchive(sql, token)
      if (!archive) throw await elsewhere(sql, token, otherCells)
      const layout = await layoutOf(archive)
      if (!layout) throw new Problem('archive_changed', CHANGED)
      return send(request, reply, { archive, layout }, options)
    },
  })
}

const CHANGED =
  'A file of this archive was deleted. Reload the delivery page and download it again.'

/** docs/contract.md#c10-archive-calls */
function refuseCalls(waitMs: number): void {
  if (waitMs === 0) return
  const message = 'Too many calls. Retry after the time in Retry-After.'
  throw new Problem('rate_limited', message, Math.ceil(waitMs / 1_000))
}

function refuseMore(refusal: ReturnType<OpenStreams['refusal']>): void {
  if (refusal === 'network') {
    const message = 'Too many concurrent downloads from this network. Wait until one has ended.'
    throw new Problem('too_many_downloads', message, RETRY_SECONDS)
  }
  if (refusal === 'process') {
    throw new Problem('downloads_busy', 'Too many concurrent downloads.', RETRY_SECONDS)
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { archive, layout }: { archive: OpenArchive; layout: ArchiveLayout },
  { sql, objectStore, metrics, maxUnreadMs = MAX_UNREAD_MS }: ArchiveRoutesOptions,
): Promise<FastifyReply> {
  const requested = requestedBytes(request.method, request.headers, layout)
  const { sizeBytes, etag } = layout
  reply.code(requested.status).headers(ARCHIVE_HEADERS).header('etag', etag)
  if (requested.status === 304) return reply.removeHeader('content-type').send()
  if (requested.status === 416) {
    reply.removeHeader('content-type').removeHeader('etag')
    const message = `The archive has ${sizeBytes} bytes.`
    reply.header('content-range', `bytes */${sizeBytes}`)
    throw new Problem('range_not_satisfiable', message)
  }
  const { status, start, end } = requested
  reply
    .header('content-length', end - start + 1)
    .header('content-disposition', contentDisposition(archive.filename))
  if (status === 206) reply.header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  if (request.method === 'HEAD') return reply.send()
  if (start === 0) await countDownload(sql, archive)
  // Bypass Fastify, which would pipe the bytes through two more streams.
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(status)
  const onSent = (bytes: number) => metrics.archiveBytes.inc(bytes)
  try {
    await sendArchive(layout, [start, end], raw, { objectStore, onSent, maxUnreadMs })
  } catch (err) {
    raw.destroy()
    const { organizationId, deliveryId } = archive
    const ids = { organizationId, deliveryId }
    if (err instanceof ClientGone) {
      // Normal: download managers open several connections and close those they don't need.
      request.log.info({ ...ids, reason: err.message }, 'archive.reader_left')
    } else {
      metrics.brokenArchives.inc()
      // Without the key: whoever knows a derivative's key can read it.
      const file = err instanceof BrokenFile ? { mediaId: err.mediaId, err: err.cause } : { err }
      request.log.warn({ ...ids, ...file }, 'archive.broken_off')
    }
  }
  return reply
}

// Each file has two parts and 1 kB of records and names, so a process keeps at most 20 MB of layouts.
const KEPT_PARTS = 40_000
const KEEP_MS = 300_000

/**
 * Caches layouts by version of the archive: each range of a download needs one, and laying out a thousand files takes
 * 30 ms of processor time.
 */
function createArchiveLayouts(sql: Sql) {
  const kept = new LRUCache<string, ArchiveLayout>({
    maxSize: KEPT_PARTS,
    sizeCalculation: ({ parts }) => parts.length,
    ttl: KEEP_MS,
  })

  /** @returns `null` if a file of the archive was deleted */
  return async (archive: OpenArchive): Promise<ArchiveLayout | null> => {
    const key = `${archive.id} ${archive.version}`
    const found = kept.get(key)
    if (found) return found
    const files = await archivedFiles(sql, archive)
    if (!files) return null
    const names = entryNames(files.map(({ filename }) => filename))
    const layout = layOut(files.map((file, n) => ({ ...file, name: names[n] ?? file.filename })))
    kept.set(key, layout)
    return layout
  }
}

/**
 * Why an archive isn't here: it moved to another cell with its organization, is still arriving, its token names another
 * cell, or it's unknown. No redirect: only a cell's api knows its media processes.
 * docs/contract.md#c15-move-forward
 */
async function elsewhere(sql: Sql, token: string, otherCells: CellUrls): Promise<Problem> {
  const away = await awayOfArchive(sql, token)
  if (away?.step === 'ARRIVING') {
    const message = 'The organization of this archive is being moved to this cell.'
    return new Problem('organization_moving', message, ARRIVING_RETRY_SECONDS)
  }
  const cellUrl = otherCells.get(away?.cell ?? '') ?? urlOfCell(token, otherCells)
  if (cellUrl === null) return new Problem('not_found', 'Archive not found.')
  const message = `This archive belongs to another cell: request it from ${cellUrl}.`
  const problem = new Problem('wrong_cell', message)
  problem.cellUrl = cellUrl
  return problem
}
