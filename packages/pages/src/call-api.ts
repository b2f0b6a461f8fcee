import type { Schemas } from '@mediajobs/client'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'

/** The body of every response that is not a success: docs/contract.md#c1-errors-body */
export interface ErrorBody extends Omit<Schemas['Problem'], 'message'> {
  message: string | string[]
  /** Only with `wrong_cell`: the base URL of the cell that knows the credential. */
  cellUrl?: string
}

/** A response of the API to a page. */
export interface ApiResponse<Body> {
  status: number
  headers: Record<string, unknown>
  /** The record, or the problem when the call failed. */
  body: Body
}

/**
 * Calls an operation of the API for the visitor of a page. The call has the visitor's IP address, so it is
 * counted and limited like any other call. docs/contract.md#c12-client
 */
export async function callApi<Body>(
  app: FastifyInstance,
  request: FastifyRequest,
  call: Pick<InjectOptions, 'method' | 'url' | 'payload' | 'headers'>,
): Promise<ApiResponse<Body>> {
  const { traceparent } = request.headers
  const { statusCode, headers, payload } = await app.inject({
    ...call,
    remoteAddress: request.ip,
    headers: {
      ...call.headers,
      accept: 'application/json',
      host: request.host,
      // Both lines of the log have the same id.
      'x-request-id': request.id,
      ...(typeof traceparent === 'string' && { traceparent }),
    },
  })
  return { status: statusCode, headers, body: payload === '' ? null : JSON.parse(payload) }
}
