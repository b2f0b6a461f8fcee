import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, type RateWindow, type WindowState } from '@mediajobs/domain'
import {
  createApiKey,
  describeCredential,
  getKeyUsage,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@mediajobs/operations/api-keys'
import { Type } from '@sinclair/typebox'
import { actorOf, admissionOf, allow } from '../access.ts'
import { contentTag, ifMatchOf } from '../etag.ts'
import { SHOWN_ONCE } from '../idempotency-body.ts'
import { IdParams, PageOf } from '../schemas.ts'
import { docs } from './openapi.ts'
import {
  ApiKey,
  ApiKeyQuery,
  ApiKeyUsage,
  CreateApiKeyBody,
  Credential,
  NewApiKey,
  RotateApiKeyBody,
} from './schemas.ts'

interface Options {
  keyWindows: readonly RateWindow[]
  sessionWindows: readonly RateWindow[]
}

// The sessions of these roles have every scope.
const MANAGE = allow('ADMIN', MANAGING_ROLES)
// Every call with the key changes it.
const etag = contentTag(ApiKey, 'lastUsedAt')

export const apiKeyRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { keyWindows, sessionWindows } = options

  app.post(
    '/api-keys',
    {
      config: { ...MANAGE, ...SHOWN_ONCE, etag },
      schema: { ...docs.createApiKey, body: CreateApiKeyBody, response: { 201: NewApiKey } },
    },
    async (request, reply) => {
      const apiKey = await request.store.transaction((tx) =>
        createApiKey(tx, actorOf(request), request.body),
      )
      return reply.code(201).send(apiKey)
    },
  )

  app.get(
    '/api-keys',
    {
      config: MANAGE,
      schema: { ...docs.listApiKeys, querystring: ApiKeyQuery, response: { 200: PageOf(ApiKey) } },
    },
    (request) => listApiKeys(request.store.sql, actorOf(request).organizationId, request.query),
  )

  app.get(
    '/api-keys/current',
    {
      config: { ...allow('ANY'), etag: contentTag(Credential) },
      schema: { ...docs.getCurrentCredential, response: { 200: Credential } },
    },
    async (request) => {
      const credential = await describeCredential(request.store.sql, admissionOf(request))
      const windows = credential.id === null ? sessionWindows : keyWindows
      return {
        ...credential,
        scopes: [...credential.scopes],
        limits: windows.map(shownLimit),
      }
    },
  )

  app.get(
    '/api-keys/:id/usage',
    {
      config: MANAGE,
      schema: { ...docs.getApiKeyUsage, params: IdParams, response: { 200: ApiKeyUsage } },
    },
    async (request) => {
      const { organizationId } = actorOf(request)
      const { sql } = request.store
      const usage = await getKeyUsage(sql, organizationId, request.params.id, keyWindows)
      const windows = keyWindows.map((window, i) => usedOf(window, usage.windows[i]))
      return { ...usage, windows }
    },
  )

  app.post(
    '/api-keys/:id/rotate',
    {
      config: { ...MANAGE, ...SHOWN_ONCE, etag },
      schema: {
        ...docs.rotateApiKey,
        params: IdParams,
        body: RotateApiKeyBody,
        response: { 201: NewApiKey },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { overlapSeconds } = request.body
      const apiKey = await request.store.transaction((tx) =>
        rotateApiKey(tx, actorOf(request), id, overlapSeconds),
      )
      return reply.code(201).send(apiKey)
    },
  )

  app.delete(
    '/api-keys/:id',
    {
      config: { ...MANAGE, etag },
      schema: { ...docs.revokeApiKey, params: IdParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { organizationId } = actorOf(request)
      const { id } = request.params
      const expected = ifMatchOf(request)
      await request.store.transaction((tx) => revokeApiKey(tx, organizationId, id, expected))
      return reply.code(204).send(null)
    },
  )
}

function shownLimit({ limit, spanMs }: RateWindow) {
  return { limit, windowSeconds: spanMs / 1_000 }
}

function usedOf(window: RateWindow, state: WindowState | undefined) {
  const resetSeconds = (state?.resetMs ?? 0) / 1_000
  return { ...shownLimit(window), used: state?.used ?? 0, resetSeconds }
}
