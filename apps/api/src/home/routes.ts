import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import manifest from '../../package.json' with { type: 'json' }
import { PUBLIC } from '../access.ts'
import { docs } from './openapi.ts'

const Service = Type.Object({ name: Type.String(), version: Type.String() }, { title: 'Service' })

/** `GET /` returns the name and the version of the service. */
export const homeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/',
    { config: PUBLIC, schema: { ...docs.describeService, response: { 200: Service } } },
    async () => ({
      name: 'Media Production Job Service',
      version: manifest.version,
    }),
  )
}
