import { notFound } from '@mediajobs/operations/errors'
import fp from 'fastify-plugin'

// Unbranded pages, styles and browser modules.
const SERVED = /^\/(?:tours|assets)\//

interface Options {
  tourBaseUrl: string | undefined
  deliveryBaseUrl: string
}

/**
 * On the neutral host, responds 404 to everything but unbranded pages, so nothing there identifies a company.
 * docs/contract.md#c23-tour-host
 */
export const tourHost = fp<Options>(async (app, { tourBaseUrl, deliveryBaseUrl }) => {
  const host = tourBaseUrl && new URL(tourBaseUrl).host
  if (!host || host === new URL(deliveryBaseUrl).host) return
  app.addHook('onRequest', (request, _reply, done) => {
    const isServed = request.host.toLowerCase() !== host || SERVED.test(request.url)
    done(isServed ? undefined : notFound())
  })
})
