import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Store } from '@mediajobs/outbox'
import { Type } from '@sinclair/typebox'
import manifest from '../../package.json' with { type: 'json' }
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import { Named } from '../vocabulary/schemas.ts'

const docs = operationDocs({
  describeService: {
    about: 'The name and the version of the service.',
    summary: 'Get the name and version of the service',
    description: 'Returns the name and version of the service.',
  },
  checkLive: {
    about: 'Probes for orchestrators and load balancers.',
    summary: 'Check that the process responds',
    description: 'Returns 200 while the process responds, with or without the database.',
  },
  checkReady: {
    summary: 'Check that the process can serve requests',
    description:
      'Returns 200 while the process can serve requests, and 503 otherwise. For load balancers.',
    problems: {
      503: 'The database is unreachable or read-only: `database_unavailable`; or the process is shutting down: `shutting_down`',
    },
  },
})

/** RFC 8631. Relative, for a service below a path of a proxy. */
const DOCUMENTS = '<openapi.json>; rel="service-desc", <docs>; rel="service-doc"'

const Service = Named('Service', { name: Type.String(), version: Type.String() })

export const homeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get } = operationsOf(app)

  app.addHook('onRequest', async (_, reply) => {
    // Browsers are redirected to the staff pages.
    reply.vary('Accept')
    reply.header('link', DOCUMENTS)
  })

  get('/', PUBLIC, { ...docs.describeService, response: { 200: Service } }, async () => ({
    name: 'Media Production Job Service',
    version: manifest.version,
  }))
}

const PROBE = { ...PUBLIC, isProbe: true }

const Health = Named('Health', { status: Type.Literal('ok') })
const Readiness = Named('Readiness', {
  status: Type.Literal('ok'),
  acceptsWrites: Type.Boolean({
    description: 'False while the disk of the database is full. Reads may still work.',
  }),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Problems that don’t prevent serving but need fixing by the operator, such as a wrong clock.',
    }),
  ),
})

export const healthRoutes: FastifyPluginAsyncTypebox<{ store: Store }> = async (app, { store }) => {
  const { get } = operationsOf(app)

  // Orchestrators restart the process if this fails.
  get('/health/live', PROBE, { ...docs.checkLive, response: { 200: Health } }, async () => ({
    status: 'ok' as const,
  }))

  // Load balancers send no requests while this fails, so it fails only if another process could do better. A full
  // database, an unreachable object store or a wrong clock would take out every process, although most calls work.
  get('/health/ready', PROBE, { ...docs.checkReady, response: { 200: Readiness } }, async () => {
    app.assertStaying()
    await store.ready()
    const warning = app.clock.warning()
    return {
      status: 'ok' as const,
      acceptsWrites: !store.database.isFull,
      ...(warning !== null && { warnings: [warning] }),
    }
  })
}
