import { hash } from 'node:crypto'
import { MAX_ANSWER_LENGTH } from '@mediajobs/domain'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Response } from 'light-my-request'
import { InvalidInput } from '../vocabulary/errors.ts'

export function textAnswer(...texts: string[]): CallToolResult {
  return { content: texts.map((text) => ({ type: 'text', text })) }
}

/** @param retryAfter seconds to wait */
export function refusal(body: string, retryAfter?: unknown): CallToolResult {
  const notes = retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]
  return { ...textAnswer(body.slice(0, MAX_ANSWER_LENGTH), ...notes), isError: true }
}

/**
 * A tool's answer: the response body, or the part of it that starts at `cursor`.
 *
 * @param canContinue whether repeating the call returns the rest
 */
export function answerOf(
  { statusCode, headers, payload }: Response,
  { cursor, canContinue }: { cursor?: string | undefined; canContinue: boolean },
): CallToolResult {
  if (statusCode >= 400) return refusal(payload, headers['retry-after'])
  const etag = typeof headers.etag === 'string' ? headers.etag : undefined
  const text = payload || 'Done.'
  const tag = tagOf(etag ?? String(text.length))
  const start = cursor === undefined ? 0 : startOf(cursor, tag, text.length)
  const end = endOf(text, start)
  const part = text.slice(start, end)
  const notes = etag === undefined ? [] : [`ETag: ${etag}`]
  if (part.length < text.length) {
    const next = end === text.length ? 'This is the end.' : restOf(`${end}.${tag}`, canContinue)
    notes.push(`Characters ${start + 1} to ${end} of ${text.length}. ${next}`)
  }
  return textAnswer(part, ...notes)
}

function restOf(cursor: string, canContinue: boolean): string {
  return canContinue
    ? `For the rest, call again with the same arguments and answerCursor ${cursor}`
    : 'The rest is omitted: read the record.'
}

function tagOf(version: string): string {
  return hash('sha256', version, 'base64url').slice(0, 8)
}

const CURSOR = /^(\d{1,9})\.([\w-]{8})$/

function startOf(cursor: string, tag: string, length: number): number {
  const [, start = '', of] = CURSOR.exec(cursor) ?? []
  if (of === tag && Number(start) < length) return Number(start)
  const message =
    of === undefined
      ? 'answerCursor must be copied from a truncated answer'
      : 'answerCursor is outdated, because the answer has changed: start again without it'
  throw new InvalidInput([{ path: 'answerCursor', code: 'not_allowed', message }])
}

/** Where a part that begins at `start` ends. Never splits a surrogate pair. */
function endOf(text: string, start: number): number {
  const end = Math.min(text.length, start + MAX_ANSWER_LENGTH)
  const isSplit = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00
  return isSplit ? end - 1 : end
}

/** How many records of a list fit into one answer; `undefined` if all fit or the body isn't a list. */
export function recordsThatFit({ statusCode, payload }: Response): number | undefined {
  if (statusCode !== 200 || payload.length <= MAX_ANSWER_LENGTH) return undefined
  const { data, nextCursor } = JSON.parse(payload)
  if (!Array.isArray(data) || nextCursor === undefined) return undefined
  let room = MAX_ANSWER_LENGTH - CURSOR_ROOM
  const excess = data.findIndex((record) => {
    room -= JSON.stringify(record).length + 1
    return room < 0
  })
  return Math.max(1, excess)
}

// Reserved for the rest of the body: member names and `nextCursor`.
const CURSOR_ROOM = 1_000
