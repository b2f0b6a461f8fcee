import { createHash } from 'node:crypto'
import {
  accessRefusal,
  MAX_ANSWER_LENGTH,
  MAX_CONFIRMATION_MS,
  MAX_LABEL_LENGTH,
  type RefusedField,
} from '@mediajobs/domain'
import { createConfirmation, useConfirmation } from '@mediajobs/operations/confirmations'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyRequest } from 'fastify'
import type { InjectOptions, Response } from 'light-my-request'
import { holderOf } from '../plugins/idempotency/idempotency.ts'
import { type ErrorBody, errorBody, HttpError, InvalidInput } from '../vocabulary/errors.ts'
import { admissionOf } from '../vocabulary/routes.ts'
import { answerOf, recordsThatFit, refusal, textAnswer } from './answer.ts'
import { type Argument, argumentsOf, type Consequence, type Tool } from './collect-tools.ts'

/**
 * Calls the tool's operation through its own route, as the caller of `request`. A call that deletes, sends mail or
 * moves money needs a confirmation. docs/contract.md#c24-ask
 */
export async function callTool(
  request: FastifyRequest,
  tool: Tool,
  sent: Arguments,
): Promise<CallToolResult> {
  try {
    if (tool.consequences.length === 0) return await answer(request, tool, sent)
    if (sent.confirm === undefined) return await requestConfirmation(request, tool, sent)
    requestOf(tool, sent)
    await requireConfirmation(request, tool, sent)
    return await answer(request, tool, sent)
  } catch (error) {
    const problem = await request.server.problemOf(error, ['application/json'])
    if (problem.statusCode >= 500) {
      request.log.error({ requestId: request.id, err: error }, 'a request failed')
    }
    recordCall(request, tool, problem.statusCode, problem.code)
    return refusal(JSON.stringify(errorBody(problem, request.id)), problem.retryAfterSeconds)
  }
}

async function answer(request: FastifyRequest, tool: Tool, sent: Arguments) {
  const response = await run(request, tool, sent)
  const shortened = await shorterList(request, tool, sent, response)
  if (shortened) return shortened
  const { answerCursor, idempotencyKey } = sent
  return answerOf(response, {
    cursor: typeof answerCursor === 'string' ? answerCursor : undefined,
    // A read, or a change whose stored response can be requested again.
    canContinue:
      argumentsOf(tool).has('answerCursor') && (tool.isRead || idempotencyKey !== undefined),
  })
}

/** A list too long for an answer, read again with a smaller limit; `nextCursor` continues it. Otherwise undefined. */
async function shorterList(
  request: FastifyRequest,
  tool: Tool,
  sent: Arguments,
  response: Response,
) {
  const known = argumentsOf(tool)
  if (!known.has('limit') || !known.has('cursor') || sent.answerCursor !== undefined) return
  const limit = recordsThatFit(response)
  if (limit === undefined) return
  const shorter = await run(request, tool, { ...sent, limit })
  if (shorter.payload.length > MAX_ANSWER_LENGTH) return answerOf(shorter, { canContinue: false })
  return textAnswer(
    shorter.payload,
    `The first ${limit} records that fit. Continue with nextCursor.`,
  )
}

async function run(request: FastifyRequest, tool: Tool, sent: Arguments): Promise<Response> {
  const response = await send(request, tool, sent)
  const isError = response.statusCode >= 400
  const code = isError ? (JSON.parse(response.payload) as ErrorBody).code : null
  recordCall(request, tool, response.statusCode, code)
  return response
}

function send(request: FastifyRequest, tool: Tool, sent: Arguments): Promise<Response> {
  const call = requestOf(tool, sent)
  const { authorization } = request.headers
  return request.server.callFrom(request, {
    ...call,
    // With a session, idempotency keys belong to the token in this header.
    headers: { ...call.headers, ...(authorization !== undefined && { authorization }) },
  })
}

function recordCall(
  request: FastifyRequest,
  { method, url }: Tool,
  status: number,
  code: ErrorBody['code'] | null,
): void {
  request.called = { method, route: url, status, code }
}

const EFFECTS: Record<Consequence, string> = {
  DELETES: 'deletes',
  SENDS_MAIL: 'may send mail',
  MOVES_MONEY: 'moves money',
}

/** What the call would do, with a token to confirm it. Runs every check that comes before the handler. */
async function requestConfirmation(
  request: FastifyRequest,
  tool: Tool,
  sent: Arguments,
): Promise<CallToolResult> {
  const refused = await dryRun(request, tool, sent)
  if (refused) return refused
  const record = await recordOf(request, tool, sent)
  if (record?.statusCode === 404) return answerOf(record, { canContinue: false })
  const pending = pendingCall(request, tool, sent)
  const confirm = await createConfirmation(request.store.sql, pending)
  const pendingAnswer = {
    done: false,
    wouldDo: tool.schema.summary,
    because: tool.consequences.map((consequence) => EFFECTS[consequence]),
    next: `Nothing was changed. To do it, call ${tool.id} again with exactly these arguments and confirm, within ${MAX_CONFIRMATION_MS / 1_000} seconds. Ask the person you work for first, unless they already agreed.`,
    confirm,
  }
  const fits = record?.statusCode === 200 && record.payload.length < MAX_RECORD_LENGTH
  return textAnswer(
    JSON.stringify({ ...pendingAnswer, ...(fits && { record: JSON.parse(record.payload) }) }),
  )
}

const MAX_RECORD_LENGTH = MAX_ANSWER_LENGTH - 2_000

async function dryRun(request: FastifyRequest, tool: Tool, sent: Arguments) {
  request.isDryRun = true
  try {
    const { idempotencyKey: _, ...once } = sent
    const trial = await send(request, tool, once)
    if (trial.statusCode < 400) return undefined
    recordCall(request, tool, trial.statusCode, JSON.parse(trial.payload).code)
    return answerOf(trial, { canContinue: false })
  } finally {
    request.isDryRun = false
  }
}

/** The record to be changed, from the nearest GET on its path. */
async function recordOf(request: FastifyRequest, tool: Tool, sent: Arguments) {
  const admission = admissionOf(request)
  for (let path = tool.url; HAS_ID.test(path); path = path.slice(0, path.lastIndexOf('/'))) {
    const read = [...request.server.agentTools.values()].find(
      ({ method, url, access }) =>
        method === 'GET' && url === path && accessRefusal(access, admission) === null,
    )
    // A POST to a collection has no record yet.
    if (!read || (tool.method === 'POST' && path === tool.url)) continue
    const names = [...argumentsOf(read)].filter(([, { place }]) => place === 'path')
    return send(request, read, Object.fromEntries(names.map(([name]) => [name, sent[name]])))
  }
  return undefined
}

const HAS_ID = /:/

function pendingCall(request: FastifyRequest, tool: Tool, sent: Arguments) {
  return { ...holderOf(request), route: `confirm ${tool.id}`, bodyHash: argumentsHash(sent) }
}

async function requireConfirmation(request: FastifyRequest, tool: Tool, sent: Arguments) {
  const token = String(sent.confirm)
  if (await useConfirmation(request.store.sql, pendingCall(request, tool, sent), token)) return
  throw new HttpError(
    409,
    'confirmation_refused',
    'confirm is unknown, already used, older than five minutes, or belongs to another call: call without it to see what would happen.',
  )
}

export type Arguments = Readonly<Record<string, unknown>>

// Ids contain only these. Other text, like `..`, could reach another path.
const SEGMENT = /^[\w-]+$/
const NO_ID = '0'

/** The request equivalent to a tool call. @throws {InvalidInput} */
function requestOf(tool: Tool, sent: Arguments): InjectOptions {
  refuseInvalid(tool, sent)
  const { idempotencyKey, ifMatch, body } = sent
  const path = tool.url.replaceAll(/:(\w+)/g, (_, name) => segment(sent[name]))
  const query = queryOf(tool, sent)
  return {
    method: tool.method,
    url: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(typeof idempotencyKey === 'string' && { 'idempotency-key': idempotencyKey }),
      ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
      // Refuses invented fields, so the agent learns of its mistake.
      ...(body !== undefined && { 'content-type': 'application/json', prefer: 'handling=strict' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  }
}

function segment(value: unknown): string {
  const text = String(value)
  return text.length <= MAX_LABEL_LENGTH && SEGMENT.test(text) ? text : NO_ID
}

function queryOf(tool: Tool, sent: Arguments): string {
  const query = new URLSearchParams()
  for (const [name, { place }] of argumentsOf(tool)) {
    if (place !== 'query' || sent[name] === undefined) continue
    for (const value of [sent[name]].flat()) query.append(name, String(value))
  }
  return query.toString()
}

function refuseInvalid(tool: Tool, sent: Arguments): void {
  const known = argumentsOf(tool)
  const unknown = Object.keys(sent)
    .filter((name) => !known.has(name))
    .map((path): RefusedField => {
      const message = `${path} is not an argument of ${tool.id}: it accepts ${[...known.keys()].join(', ')}`
      return { path, code: 'unknown_field', message }
    })
  const wrong = [...known].flatMap(([name, argument]) => faultOf(name, argument, sent[name]) ?? [])
  if (unknown.length + wrong.length > 0) throw new InvalidInput([...unknown, ...wrong])
}

function faultOf(
  path: string,
  { place, isRequired }: Argument,
  value: unknown,
): RefusedField | undefined {
  if (value === undefined) {
    return isRequired ? { path, code: 'required', message: `${path} is required` } : undefined
  }
  // The operation validates its body.
  if (place === 'body' || isText(value, place === 'control')) return undefined
  const message = `${path} must be ${place === 'control' ? 'a string' : 'a string, number or boolean'}`
  return { path, code: 'wrong_type', message }
}

function isText(value: unknown, isControl: boolean): boolean {
  if (isControl) return typeof value === 'string'
  return [value].flat().every((each) => ['string', 'number', 'boolean'].includes(typeof each))
}

/** SHA-256 of the arguments to confirm, independent of member order. */
function argumentsHash({ confirm: _, ...rest }: Arguments): Buffer {
  return createHash('sha256').update(canonical(rest)).digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}
