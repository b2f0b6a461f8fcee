import { MAX_LABEL_LENGTH, MAX_MESSAGE_PARAMS } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { HttpError } from '../vocabulary/errors.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { allow, operationsOf } from '../vocabulary/routes.ts'
import { Line, Named, OneOf } from '../vocabulary/schemas.ts'

// JSON-RPC. The SDK validates the parameters of each method.
const Members = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  maxProperties: MAX_MESSAGE_PARAMS,
})
const JsonRpcVersion = OneOf(['2.0'], 'JsonRpcVersion')

const McpMessageBody = Named('McpMessageBody', {
  jsonrpc: JsonRpcVersion,
  id: Type.Optional(
    Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      maxLength: MAX_LABEL_LENGTH,
      description: 'Absent in a notification',
    }),
  ),
  method: Line(MAX_LABEL_LENGTH),
  params: Type.Optional(Members),
})

const McpAnswer = Named('McpAnswer', {
  jsonrpc: JsonRpcVersion,
  id: McpMessageBody.properties.id,
  result: Type.Optional(Members),
  error: Type.Optional(Members),
})

const McpQuery = Type.Object({
  tools: Type.Optional(
    Type.Unsafe<'all'>({
      ...OneOf(['all'], 'McpTools'),
      description:
        'Offers all operations of the credential as tools. Default: the 40 that a booking desk needs',
    }),
  ),
})

const docs = operationDocs({
  sendMcpMessage: {
    about: 'The operations as tools of an AI agent (Model Context Protocol).',
    examples: {
      tools: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      call: {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'listProjects', arguments: { limit: 5 } },
      },
    },
    summary: 'Send an MCP message',
    description:
      'Answers one message of the Model Context Protocol (Streamable HTTP, stateless). Its tools are the operations of this document that the credential may use, by `operationId`: each tool call is admitted and logged like a request to its operation. A call that deletes, sends mail or moves money at first only describes its effect, with a `confirm` token. A refused call is a 200 whose result has `isError` and the error body.',
  },
})

/** Exposes the operations as MCP tools. docs/contract.md#c24 */
export const mcpRoutes: FastifyPluginAsync = async (app) => {
  operationsOf(app).on(
    'POST',
    '/mcp',
    { ...allow('ANY'), isPage: true },
    {
      ...docs.sendMcpMessage,
      querystring: McpQuery,
      body: McpMessageBody,
      response: { 200: Type.Unsafe<string>(McpAnswer), 202: Type.Unsafe<''>(Type.Null()) },
    },
    async (request, reply) => {
      // Loaded on the first message: most processes never receive one.
      const { answerMessage } = await import('./server.ts')
      const hasAll = request.query.tools === 'all'
      const { status, body } = await answerMessage(request, request.body, hasAll)
      reply.code(status)
      if (body !== '') reply.type('application/json; charset=utf-8')
      return body
    },
  )

  // Stateless: no stream to open, no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    config: { ...allow('ANY'), isRefused: true },
    schema: { hide: true },
    async handler(_request, reply) {
      reply.header('allow', 'OPTIONS, POST')
      throw new HttpError(405, 'method_not_allowed', 'Send a POST: this server keeps no session.')
    },
  })
}
