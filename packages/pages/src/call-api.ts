import type { Schemas } from '@mediajobs/client'
import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify'

/** The body of every response that is not a success: docs/contract.md#c1-errors-body */
export interface ErrorBody extends Omit<Schemas['Problem'], 'message'> {
  message: string | string[]
  /** Only with `wrong_cell`: the base URL of the cell that knows the credential. */
  cellUrl?: string
}

/** An API response to a page. */
export interface ApiResponse<Body> {
  status: number
  headers: Record<string, unknown>
  /** The record, or the problem if the call failed; text unless JSON. */
  body: Body
}

/** Calls an API operation for a page's visitor, with the page's admission. docs/contract.md#c12-client */
export async function callApi<Body>(
  request: FastifyRequest,
  call: Pick<InjectOptions, 'method' | 'url' | 'payload' | 'headers'>,
): Promise<ApiResponse<Body>> {
  const { statusCode, headers, payload } = await rawCall(request, call)
  const isJson = /json/.test(String(headers['content-type']))
  const body = isJson ? JSON.parse(payload) : payload
  return { status: statusCode, headers, body: payload === '' ? null : body }
}

/** Like {@link callApi}, for the operation at the page's own URL. */
export async function readOwn<Body>(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ApiResponse<Body & ErrorBody>> {
  const { host } = request.server
  try {
    const body = (await host.read(request, reply)) as Body & ErrorBody
    return { status: 200, headers: {}, body }
  } catch (error) {
    const refusal = await host.refusalOf(error, request)
    if (refusal.status >= 500)
      request.log.error({ requestId: request.id, err: error }, 'a request failed')
    return refusal as ApiResponse<Body & ErrorBody>
  }
}

/** Like {@link callApi}, with the raw response. */
export function rawCall(
  request: FastifyRequest,
  call: Pick<InjectOptions, 'method' | 'url' | 'payload' | 'headers'>,
) {
  return request.server.host.call(request, call)
}
