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
import { allow, contentTag, ifMatchOf, orgOf } from '../vocabulary/routes.ts'
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
  querystring: Type.Object({}),
  response: { 200: MediaList },
}
const inBatch = (index: number) => `files[${index}].`
const alone = () => ''

function only<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('no result for a single file')
  return item
}

export const mediaRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  await app.register(uploadRoutes, options)
  await app.register(mediaItemRoutes, options)
}

const uploadRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { objectStore }) => {
  // A repeat with the same idempotency key returns the same object keys, re-signed.
  const signAgain = (request: FastifyRequest, first: readonly Presigned[]) => {
    const keys = first.map(({ key }) => key)
    return presignAgain(request.store.sql, orgOf(request), keys, objectStore)
  }

  app.post(
    '/media/presign',
    {
      config: {
        ...WRITE,
        renewResponse: async (request, first) =>
          only(await signAgain(request, [first as Presigned])),
      },
      schema: { ...docs.presignUpload, body: PresignBody, response: { 201: PresignedUpload } },
    },
    async (request, reply) => {
      const { projectId, ...file } = request.body
      const presigned = await request.store.transaction((tx) =>
        presignUploads(tx, orgOf(request), projectId, [file], objectStore),
      )
      return reply.code(201).send(only(presigned))
    },
  )

  app.post(
    '/media/presign-batch',
    {
      config: {
        ...WRITE,
        renewResponse: async (request, first) => ({
          data: await signAgain(request, (first as { data: Presigned[] }).data),
        }),
      },
      schema: {
        ...docs.presignUploads,
        body: PresignBatchBody,
        response: { 201: PresignedUploadBatch },
      },
    },
    async (request, reply) => {
      const { projectId, files } = request.body
      const data = await request.store.transaction((tx) =>
        presignUploads(tx, orgOf(request), projectId, files, objectStore),
      )
      return reply.code(201).send({ data })
    },
  )

  app.post(
    '/media/confirm-upload',
    {
      config: { ...WRITE, etag },
      schema: { ...docs.confirmUpload, body: ConfirmBody, response: { 200: Media, 201: Media } },
    },
    async (request, reply) => {
      const { projectId, ...file } = request.body
      const confirmation = { projectId, files: [file], pathOf: alone }
      const confirmed = await confirmUploads(
        request.store,
        orgOf(request),
        confirmation,
        objectStore,
      )
      return reply.code(confirmed.isNew ? 201 : 200).send(only(confirmed.records))
    },
  )

  app.post(
    '/media/confirm-batch',
    {
      config: WRITE,
      schema: {
        ...docs.confirmUploads,
        body: ConfirmBatchBody,
        response: { 200: MediaBatch, 201: MediaBatch },
      },
    },
    async (request, reply) => {
      const confirmation = { ...request.body, pathOf: inBatch }
      const confirmed = await confirmUploads(
        request.store,
        orgOf(request),
        confirmation,
        objectStore,
      )
      return reply.code(confirmed.isNew ? 201 : 200).send({ data: confirmed.records })
    },
  )
}

const mediaItemRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { objectStore }) => {
  const { cdnUrl } = objectStore
  const lists = [
    ['/media/project/:id', docs.listMediaOfProject],
    ['/projects/:id/media', docs.listProjectMedia],
  ] as const
  for (const [path, operationDocs] of lists) {
    app.get(path, { config: READ, schema: { ...operationDocs, ...LIST } }, (request) =>
      listMedia(request.store.sql, orgOf(request), request.params.id, cdnUrl),
    )
  }

  app.get(
    '/media/:id',
    {
      config: { ...READ, etag },
      schema: { ...docs.getMedia, params: IdParams, response: { 200: Media } },
    },
    (request) => getMedia(request.store.sql, orgOf(request), request.params.id, cdnUrl),
  )

  app.patch(
    '/media/reorder',
    {
      config: WRITE,
      schema: { ...docs.reorderMedia, body: ReorderBody, response: { 200: MediaList } },
    },
    (request) => {
      const { projectId, mediaIds } = request.body
      return request.store.transaction((tx) =>
        reorderMedia(tx, orgOf(request), projectId, mediaIds, cdnUrl),
      )
    },
  )

  app.patch(
    '/media/:id',
    {
      config: { ...WRITE, etag },
      schema: {
        ...docs.updateMedia,
        params: IdParams,
        body: UpdateMediaBody,
        response: { 200: Media },
      },
    },
    (request) =>
      request.store.transaction((tx) =>
        updateMedia(
          tx,
          orgOf(request),
          request.params.id,
          request.body,
          cdnUrl,
          ifMatchOf(request),
        ),
      ),
  )

  app.patch(
    '/media/:id/rename',
    {
      config: { ...WRITE, etag },
      schema: { ...docs.renameMedia, params: IdParams, body: RenameBody, response: { 200: Media } },
    },
    (request) => {
      const { filename } = request.body
      const expected = ifMatchOf(request)
      return request.store.transaction((tx) =>
        updateMedia(tx, orgOf(request), request.params.id, { filename }, cdnUrl, expected),
      )
    },
  )

  app.delete(
    '/media/:id',
    {
      config: { ...WRITE, etag },
      schema: { ...docs.deleteMedia, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await request.store.transaction((tx) =>
        deleteMedia(tx, orgOf(request), request.params.id, cdnUrl, ifMatchOf(request)),
      )
      return reply.code(204).send(null)
    },
  )
}
