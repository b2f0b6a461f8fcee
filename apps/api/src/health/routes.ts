import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Store } from '@mediajobs/outbox'
import { Type } from '@sinclair/typebox'
import { PUBLIC } from '../access.ts'
import { docs } from './openapi.ts'

const PROBE = { ...PUBLIC, isProbe: true }

const Health = Type.Object({ status: Type.Literal('ok') }, { title: 'Health' })

export const healthRoutes: FastifyPluginAsyncTypebox<{ store: Store }> = async (app, { store }) => {
  // The process responds. An orchestrator restarts it when this fails.
  app.get(
    '/health/live',
    { config: PROBE, schema: { ...docs.checkLive, response: { 200: Health } } },
    async () => ({ status: 'ok' as const }),
  )

  // The process can serve requests and will not end soon. A balancer sends it no requests while this fails.
  // The object store is not checked: without it only confirms of uploads fail, but the check would fail on
  // every process.
  app.get(
    '/health/ready',
    { config: PROBE, schema: { ...docs.checkReady, response: { 200: Health } } },
    async () => {
      app.assertStaying()
      await store.ready()
      return { status: 'ok' as const }
    },
  )
}
