import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { isMissingTable, type Sql } from '@mediajobs/db'
import type { environment, variables } from '@mediajobs/runtime'
import { withDeadline } from '@mediajobs/runtime'

type Variables = typeof variables
export type Name = keyof Variables

/** Skips a check whose prerequisite is missing; another check reports that. */
export class NotChecked extends Error {}

/** The environment, validated by variable: an invalid one skips only the checks that read it. */
export interface Settings {
  /** One sentence per invalid or missing variable. */
  readonly problems: readonly string[]
  /** @throws {NotChecked} if any of them is invalid or missing. */
  read<Names extends Name>(
    ...names: Names[]
  ): ReturnType<typeof environment<Pick<Variables, Names>>>
}

type Verdict = 'ok' | 'warning' | 'wrong'

export interface Finding {
  verdict: Verdict
  /** In one sentence. */
  found: string
  /** What to do, with a command if possible. `null` if nothing. */
  remedy: string | null
}

/** What the checks examine. */
export interface Patient {
  settings: Settings
  /** @throws {NotChecked} without a working database at DATABASE_URL. */
  sql(): Promise<Sql>
  /** Like `/health/ready` of an api. @throws when the database can't serve this version. */
  ready(): Promise<void>
}

/** A read-only check. */
export type Check = (patient: Patient) => Promise<Finding>

/** The only row of a statement. */
export async function rowOf<Row extends object>({ sql }: Patient, text: string): Promise<Row> {
  const [row] = await (await sql()).queryOnce<Row>(text)
  if (!row) throw new Error('PostgreSQL returned no row')
  return row
}

export function ok(found: string): Finding {
  return { verdict: 'ok', found, remedy: null }
}

export function warning(found: string, remedy: string): Finding {
  return { verdict: 'warning', found, remedy }
}

export function wrong(found: string, remedy: string): Finding {
  return { verdict: 'wrong', found, remedy }
}

const CHECK_LIMIT_MS = 30_000

/** The finding of a check, within 30 seconds. Never rejects. */
export async function findingOf(check: Check, patient: Patient): Promise<Finding> {
  try {
    const finding = await withDeadline(check(patient), CHECK_LIMIT_MS)
    return finding ?? wrong('No result within 30 seconds.', 'Find out what hangs.')
  } catch (error) {
    if (error instanceof NotChecked) return warning(`Not checked: ${error.message}`, NEXT)
    // The check of the schema reports it.
    if (isMissingTable(error)) return warning('Not checked: its table does not exist.', NEXT)
    return wrong(`The check failed: ${reasonOf(error)}.`, 'Fix this, then run the doctor again.')
  }
}

const NEXT = 'Fix that first, then run the doctor again.'

/** Why something failed, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { cause, message, code } = error as { cause?: unknown; message?: string; code?: string }
  // `fetch failed` and Drizzle's errors have the reason in their cause.
  if (cause instanceof Error) return reasonOf(cause)
  const text = message || code || String(error)
  return text.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
}

/** `1 table`, `2 tables`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

const MAX_NAMES = 3

/** The first few names, and the number of others. */
export function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES
  return names.slice(0, MAX_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** A response. */
export interface Answer {
  status: number
  /** The body, if it is a JSON object. */
  json: { status?: string; code?: string; message?: string; acceptsWrites?: boolean } | null
  /** The address this machine called from. */
  localAddress: string | undefined
}

const RESPONSE_LIMIT_MS = 8_000

interface Asking {
  headers?: Record<string, string>
  /** The address to call from. Default: chosen by the system. */
  localAddress?: string
}

/** GETs JSON, without following redirects. @throws the reason if there is no response. */
export function ask(url: string, { headers, ...from }: Asking = {}): Promise<Answer> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS)
    signal.addEventListener('abort', () => reject(new Error('no response within 8 seconds')))
    const request = send(url, {
      ...from,
      headers: { accept: 'application/json', ...headers },
      signal,
      agent: false,
    })
    request.on('error', reject)
    request.on('response', async (response) => {
      const localAddress = response.socket.localAddress
      const { statusCode: status = 0 } = response
      try {
        const json = parsed(await text(response))
        resolve({ status, json, localAddress })
      } catch (error) {
        reject(error)
      }
    })
    request.end()
  })
}

function parsed(body: string): Answer['json'] {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
