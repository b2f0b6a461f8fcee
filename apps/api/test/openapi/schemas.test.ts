// Schemas are compiled on first use: an invalid one must not wait for a caller.

import { subscribe } from 'node:diagnostics_channel'
import { testApp } from '@mediajobs/testing/api/app'
import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'
import type { FastifyInstance, RouteOptions } from 'fastify'
import t from 'tap'

const PARTS = ['params', 'querystring', 'body'] as const

type Validate = (value: unknown) => unknown
type Response = AnySchema & { content?: Record<string, { schema: AnySchema }> }

const routes: RouteOptions[] = []
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', (route) => void routes.push(route))
})
// Not the shared app, which another file may have built already.
const { app } = await testApp(t)

t.test('every request schema compiles', async (t) => {
  const compile = app.validatorCompiler as unknown as (of: object) => Validate
  for (const { method, url, schema = {} } of routes) {
    for (const httpPart of PARTS) {
      const ofPart = schema[httpPart]
      if (ofPart === undefined) continue
      t.doesNotThrow(
        () => compile({ schema: ofPart, httpPart })({}),
        `${method} ${url}, ${httpPart}`,
      )
    }
  }
  t.ok(routes.length > 100, 'all routes were seen')
})

t.test('every response schema compiles', async (t) => {
  for (const { method, url, schema } of routes) {
    const responses = (schema?.response ?? {}) as Record<string, Response>
    for (const [status, response] of Object.entries(responses)) {
      const schemas = Object.values(response.content ?? { any: { schema: response } })
      for (const each of schemas) {
        t.doesNotThrow(() => fastJsonStringify(each.schema), `${method} ${url}, ${status}`)
      }
    }
  }
})
