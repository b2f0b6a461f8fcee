import type { Sql } from '@mediajobs/db'
import { type CellUrls, hashSecret, MAX_UNREAD_MS } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import { countDownload, type OpenArchive, openArchive } from '@mediajobs/operations/archives'
import { networkOf } from '@mediajobs/operations/credentials'
import { CallWindows } from '@mediajobs/runtime'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../monitoring/metrics.ts'
import { Problem } from '../problem.ts'
import { type ArchiveLayout, createArchiveLayouts } from './archive-layouts.ts'
import { elsewhere } from './elsewhere.ts'
import type { OpenStreams } from './open-streams.ts'
import { requestedBytes } from './requested-bytes.ts'
import { ClientGone, sendArchive } from './send-archive.ts'

export interface ArchiveRoutesOptions {
  sql: Sql
  objectStore: ObjectStore
  metrics: Metrics
  streams: OpenStreams
  /** The base URL of each other cell. */
  otherCells: CellUrls
  /** For how long a reader may take nothing. Default: {@link MAX_UNREAD_MS}. */
  maxUnreadMs?: number
}

interface Params {
  token: string
}

const HEADERS = {
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
  'content-type': 'application/zip',
}
const RETRY_SECONDS = 10

/** Sends archives. The token in the address is the only credential. */
export const archiveRoutes: FastifyPluginAsync<ArchiveRoutesOptions> = async (app, options) => {
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
      // Counted before the first `await`, so that simultaneous requests can't all pass the check.
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
  'A file of this archive was deleted. Open the page of the delivery again and download it from there.'

/** docs/contract.md#c10-archive-calls */
function refuseCalls(waitMs: number): void {
  if (waitMs === 0) return
  const message = 'Too many calls: wait for as long as Retry-After says.'
  throw new Problem('rate_limited', message, Math.ceil(waitMs / 1_000))
}

function refuseMore(refusal: ReturnType<OpenStreams['refusal']>): void {
  if (refusal === 'network') {
    const message = 'This network downloads too much at once. Wait until a download has ended.'
    throw new Problem('too_many_downloads', message, RETRY_SECONDS)
  }
  if (refusal === 'process') {
    throw new Problem('downloads_busy', 'Too many downloads at once.', RETRY_SECONDS)
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
  reply.code(requested.status).headers(HEADERS).header('etag', etag)
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
      // The normal life of a download: programs open several connections, and end those that they don't need.
      request.log.info({ ...ids, reason: err.message }, 'archive.reader_left')
    } else {
      metrics.brokenArchives.inc()
      request.log.warn({ ...ids, err }, 'archive.broken_off')
    }
  }
  return reply
}
