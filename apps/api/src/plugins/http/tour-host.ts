import { notFound } from '@mediajobs/operations/errors'
import fp from 'fastify-plugin'

// The unbranded pages, and the styles and modules of pages.
const ANSWERED = /^\/(?:tours|assets)\//

interface Options {
  tourBaseUrl: string | undefined
  deliveryBaseUrl: string
}

/**
 * A 404 for all but unbranded pages on their neutral host, which must not lead to anyone.
 * docs/contract.md#c23-tour-host
 */
export const tourHost = fp<Options>(async (app, { tourBaseUrl, deliveryBaseUrl }) => {
  const host = tourBaseUrl && new URL(tourBaseUrl).host
  if (!host || host === new URL(deliveryBaseUrl).host) return
  app.addHook('onRequest', (request, _reply, done) => {
    const isAnswered = request.host.toLowerCase() !== host || ANSWERED.test(request.url)
    done(isAnswered ? undefined : notFound())
  })
})
