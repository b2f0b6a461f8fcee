import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Store } from '@mediajobs/outbox'
import { Type } from '@sinclair/typebox'
import { PUBLIC } from '../access.ts'
import { docs } from './openapi.ts'

const PROBE = { ...PUBLIC, isProbe: true }

const Health = Type.Object({ status: Type.Literal('ok') }, { title: 'Health' })

export const healthRoutes: FastifyPluginAsyncTypebox<{ store: Store }> = async (app, { store }) => {
  // The process answers: an orchestrator restarts it when this fails.
  app.get(
    '/health/live',
    { config: PROBE, schema: { ...docs.checkLive, response: { 200: Health } } },
    async () => ({ status: 'ok' as const }),
  )

  // The process can serve, and will: a balancer sends nothing here while this fails. The object store
  // is not asked: without it only confirming uploads fails, and that would take every process out.
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
