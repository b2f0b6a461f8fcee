import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ObjectStore } from '@mediajobs/object-store'
import {
  confirmUploads,
  deleteMedia,
  getMedia,
  listMedia,
  type PresignedUpload as Presigned,
  presignAgain,
  presignUploads,
  reorderMedia,
  updateMedia,
} from '@mediajobs/operations/media'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { actorOf, allow, contentTag, ifMatchOf, operationsOf, orgOf } from '../vocabulary/routes.ts'
import { IdParams, PageOf } from '../vocabulary/schemas.ts'
import { docs } from './openapi.ts'
import {
  ConfirmBatchBody,
  ConfirmBody,
  Media,
  MediaBatch,
  PresignBatchBody,
  PresignBody,
  PresignedUpload,
  PresignedUploadBatch,
  RenameBody,
  ReorderBody,
  UpdateMediaBody,
} from './schemas.ts'

interface Options {
  objectStore: ObjectStore
}

const READ = allow('READ')
const WRITE = allow('WRITE')
const etag = contentTag(Media)

// All media of a project, unpaged.
const MediaList = PageOf(Media)
const LIST = {
  params: IdParams,
  querystring: Type.Object({
    includeReplaced: Type.Optional(
      Type.Boolean({ description: 'Whether to list earlier versions too. Default: false' }),
    ),
  }),
  response: { 200: MediaList },
}
const inBatch = (index: number) => `files[${index}].`
const noPath = () => ''

function only<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('no result for a single file')
  return item
}

export const mediaRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  await app.register(uploadRoutes, options)
  await app.register(mediaItemRoutes, options)
}

const uploadRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { objectStore }) => {
  const { on, post } = operationsOf(app)

  // A repeat with the same idempotency key returns the same object keys, re-signed.
  const signAgain = (request: FastifyRequest, first: readonly Presigned[]) => {
    const keys = first.map(({ key }) => key)
    return presignAgain(request.store.sql, orgOf(request), keys, objectStore)
  }

  post(
    '/media/presign',
    {
      ...WRITE,
      renewResponse: async (request, first) => only(await signAgain(request, [first as Presigned])),
    },
    { ...docs.presignUpload, body: PresignBody, response: { 201: PresignedUpload } },
    async (tx, request) => {
      const { projectId, ...file } = request.body
      return only(await presignUploads(tx, orgOf(request), projectId, [file], objectStore))
    },
  )

  post(
    '/media/presign-batch',
    {
      ...WRITE,
      renewResponse: async (request, first) => ({
        data: await signAgain(request, (first as { data: Presigned[] }).data),
      }),
    },
    { ...docs.presignUploads, body: PresignBatchBody, response: { 201: PresignedUploadBatch } },
    async (tx, request) => {
      const { projectId, files } = request.body
      return { data: await presignUploads(tx, orgOf(request), projectId, files, objectStore) }
    },
  )

  on(
    'POST',
    '/media/confirm-upload',
    { ...WRITE, etag },
    { ...docs.confirmUpload, body: ConfirmBody, response: { 200: Media, 201: Media } },
    async (request, reply) => {
      const { projectId, ...file } = request.body
      const input = { projectId, files: [file], pathOf: noPath }
      const confirmed = await confirmUploads(request.store, actorOf(request), input, objectStore)
      if (confirmed.isNew) reply.code(201)
      return only(confirmed.records)
    },
  )

  on(
    'POST',
    '/media/confirm-batch',
    WRITE,
    {
      ...docs.confirmUploads,
      body: ConfirmBatchBody,
      response: { 200: MediaBatch, 201: MediaBatch },
    },
    async (request, reply) => {
      const input = { ...request.body, pathOf: inBatch }
      const confirmed = await confirmUploads(request.store, actorOf(request), input, objectStore)
      if (confirmed.isNew) reply.code(201)
      return { data: confirmed.records }
    },
  )
}

const mediaItemRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { objectStore }) => {
  const { get, patch, remove } = operationsOf(app)

  const { cdnUrl } = objectStore
  const lists = [
    ['/media/project/:id', docs.listMediaOfProject],
    ['/projects/:id/media', docs.listProjectMedia],
  ] as const
  for (const [path, operationDocs] of lists) {
    get(path, READ, { ...operationDocs, ...LIST }, (request) => {
      const { includeReplaced } = request.query
      return listMedia(
        request.store.sql,
        orgOf(request),
        request.params.id,
        cdnUrl,
        includeReplaced,
      )
    })
  }

  get('/media/:id', { ...READ, etag }, { ...docs.getMedia, response: { 200: Media } }, (request) =>
    getMedia(request.store.sql, orgOf(request), request.params.id, cdnUrl),
  )

  patch(
    '/media/reorder',
    WRITE,
    { ...docs.reorderMedia, body: ReorderBody, response: { 200: MediaList } },
    (tx, request) => {
      const { projectId, mediaIds } = request.body
      return reorderMedia(tx, orgOf(request), projectId, mediaIds, cdnUrl)
    },
  )

  patch(
    '/media/:id',
    { ...WRITE, etag },
    { ...docs.updateMedia, body: UpdateMediaBody, response: { 200: Media } },
    (tx, request) =>
      updateMedia(tx, orgOf(request), request.params.id, request.body, cdnUrl, ifMatchOf(request)),
  )

  patch(
    '/media/:id/rename',
    { ...WRITE, etag },
    { ...docs.renameMedia, body: RenameBody, response: { 200: Media } },
    (tx, request) =>
      updateMedia(tx, orgOf(request), request.params.id, request.body, cdnUrl, ifMatchOf(request)),
  )

  remove('/media/:id', { ...WRITE, etag }, docs.deleteMedia, (tx, request) =>
    deleteMedia(tx, orgOf(request), request.params.id, cdnUrl, ifMatchOf(request)),
  )
}
