import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'

/** A response of the API, as a page sees it. */
export interface ApiResponse<Body> {
  status: number
  headers: Record<string, unknown>
  /** Of a success the record, of a failure the problem. */
  body: Body
}

/**
 * Calls an operation of the API for the caller of a page: from the same address, so that it is counted
 * and limited like any other call. docs/contract.md#c12-client
 */
export async function callApi<Body>(
  app: FastifyInstance,
  request: FastifyRequest,
  call: Pick<InjectOptions, 'method' | 'url' | 'payload'>,
): Promise<ApiResponse<Body>> {
  const { traceparent } = request.headers
  const { statusCode, headers, payload } = await app.inject({
    ...call,
    remoteAddress: request.ip,
    headers: {
      accept: 'application/json',
      host: request.host,
      ...(typeof traceparent === 'string' && { traceparent }),
    },
  })
  return { status: statusCode, headers, body: payload === '' ? null : JSON.parse(payload) }
}
