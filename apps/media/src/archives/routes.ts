import type { Sql } from '@mediajobs/db'
import { type CellUrls, MAX_UNREAD_MS, urlOfCell } from '@mediajobs/domain'
import type { ObjectStore } from '@mediajobs/object-store'
import { countDownload, type OpenArchive, openArchive } from '@mediajobs/operations/archives'
import { networkOf } from '@mediajobs/operations/credentials'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../monitoring/metrics.ts'
import { Problem } from '../problem.ts'
import { layOutArchive } from './archive-entries.ts'
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

  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: '/archives/:token/:filename',
    async handler(request, reply) {
      const network = networkOf(request.ip)
      refuseMore(streams.refusal(network))
      // Counted before the first `await`, so that simultaneous requests can't all pass the check.
      const close = streams.opened(network)
      reply.raw.once('close', close)
      const { token } = request.params
      const archive = await openArchive(sql, token)
      if (!archive) throw unknown(token, otherCells)
      if (archive === 'changed') throw new Problem('archive_changed', CHANGED)
      return send(request, reply, archive, options)
    },
  })
}

/** The archive of another cell is not redirected: only the api of that cell knows its media processes. */
function unknown(token: string, otherCells: CellUrls): Problem {
  const cellUrl = urlOfCell(token, otherCells)
  if (cellUrl === null) return new Problem('not_found', 'There is no archive at this address.')
  const problem = new Problem(
    'wrong_cell',
    `This archive is of another cell: ask for it again at ${cellUrl}.`,
  )
  problem.cellUrl = cellUrl
  return problem
}

const CHANGED =
  'A file of this archive was deleted. Open the page of the delivery again and download it from there.'

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
  archive: OpenArchive,
  { sql, objectStore, metrics, maxUnreadMs = MAX_UNREAD_MS }: ArchiveRoutesOptions,
): Promise<FastifyReply> {
  const layout = layOutArchive(archive)
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
    if (!(err instanceof ClientGone)) metrics.brokenArchives.inc()
    const { organizationId, deliveryId } = archive
    request.log.warn({ err, organizationId, deliveryId }, 'archive.broken_off')
  }
  return reply
}
