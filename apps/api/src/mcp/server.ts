import { accessRefusal } from '@mediajobs/domain'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { FastifyRequest } from 'fastify'
import { INFO } from '../plugins/openapi/about.ts'
import { HttpError } from '../vocabulary/errors.ts'
import { admissionOf } from '../vocabulary/routes.ts'
import { callTool } from './call-tool.ts'
import type { Tool } from './collect-tools.ts'
import { definitionOf } from './definition.ts'
import { DESK } from './desk.ts'
import { INSTRUCTIONS } from './instructions.ts'

// Validates what clients answer. This server never asks them, and the default would compile schemas for each message.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

interface Answer {
  /** 202 for a notification. */
  status: number
  /** JSON; empty for a notification. */
  body: string
}

/**
 * The SDK's answer to one message. Nothing outlives it: each message gets a new server and transport.
 *
 * @throws {HttpError} 400 for what isn't of the protocol
 */
export async function answerMessage(
  request: FastifyRequest,
  message: object,
  hasAll: boolean,
): Promise<Answer> {
  const server = serverOf(request, hasAll)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const response = await transport.handleRequest(postOf(request), { parsedBody: message })
    const body = await response.text()
    if (!response.ok) throw refusalOf(body)
    return { status: response.status, body }
  } finally {
    await server.close()
  }
}

/** The SDK checks only the protocol version: media type, size and credential were checked before. */
function postOf({ headers }: FastifyRequest): Request {
  const version = headers['mcp-protocol-version']
  return new Request('http://mcp.invalid/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
    },
  })
}

function refusalOf(body: string): HttpError {
  const { message } = JSON.parse(body).error
  return new HttpError(400, 'invalid_request', String(message)).at('', 'wrong_format')
}

function serverOf(request: FastifyRequest, hasAll: boolean): Server {
  const server = new Server(
    { name: 'mediajobs', title: INFO.title, version: INFO.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator },
  )
  const isListed = ({ id }: Tool) => hasAll || DESK.has(id)
  const tools = request.server.agentTools
  server.setRequestHandler(ListToolsRequestSchema, () => {
    const admission = admissionOf(request)
    const usable = [...tools.values()].filter(
      (tool) => isListed(tool) && accessRefusal(tool.access, admission) === null,
    )
    return { tools: usable.map(definitionOf) }
  })
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.get(params.name)
    if (tool && isListed(tool)) return callTool(request, tool, params.arguments ?? {})
    const hint = tool ? `${tool.id} is at /mcp?tools=all` : 'tools/list has them'
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${hint}`)
  })
  return server
}
