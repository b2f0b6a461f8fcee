import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../call-api.ts'
import { refuseAs } from '../errors.ts'
import { messageOf } from '../for-people.ts'
import { type Html, html, nothing } from '../html.ts'
import { withQuery } from './own-address.ts'
import { type List, RefusedRead, readList } from './read-record.ts'
import { type Notice, type PageVisit, recordRefusal } from './send-staff-page.ts'
import type { StaffVisit } from './serve.ts'
import { COMMON } from './texts.ts'

interface Part<Record> {
  data: readonly Record[]
  /** The URL's filter parameters. */
  filters: URLSearchParams
  /** Links to the next and the first page. */
  pages: Html
  /** Set if the filters were refused. */
  notice: Notice | undefined
}

/**
 * The page of a list selected by the URL's filters and cursor.
 *
 * @throws {RefusedRead} unless the filters are refused
 */
export async function readPart<Record>(
  visit: StaffVisit,
  url: string,
  limit: number,
  { names = [], here = visit.at }: { names?: readonly string[]; here?: string } = {},
): Promise<Part<Record>> {
  const filters = kept(visit.query, names)
  const cursor = visit.query.get('cursor')
  const address = withQuery(url, [...filters, ['limit', `${limit}`], ['cursor', cursor]])
  const { data, nextCursor, notice } = await refusable<Record>(visit, address)
  return { data, filters, notice, pages: pager(visit.query, here, filters, nextCursor) }
}

/** A list with typed-in filters: refused ones (400) return a notice and no records. */
export async function refusable<Record>(
  visit: StaffVisit,
  url: string,
  say: (body: ErrorBody) => string = messageOf,
): Promise<List<Record> & { notice?: Notice | undefined }> {
  const { found, notice } = await orNotice(visit, readList<Record>(visit.staff, url), say)
  return { ...(found ?? { data: [], nextCursor: null }), notice }
}

/** The result of a read with typed-in values, or a notice if they were refused (400). */
export async function orNotice<Found>(
  visit: PageVisit,
  read: Promise<Found>,
  say: (body: ErrorBody) => string = messageOf,
): Promise<{ found?: Found; notice?: Notice }> {
  try {
    return { found: await read }
  } catch (error) {
    if (!(error instanceof RefusedRead) || error.response.status !== 400) throw error
    recordRefusal(visit, error.response)
    return { notice: problem(say(error.response.body)) }
  }
}

/** The parameters with these names. */
function kept(query: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => names.includes(name)))
}

/** Links to the next page of a list and to its start. */
export function pager(
  query: URLSearchParams,
  here: string,
  filters: URLSearchParams,
  nextCursor: string | null,
  { more, first }: { more: string; first: string } = COMMON,
): Html {
  if (!query.has('cursor') && nextCursor === null) return nothing
  const next = withQuery(here, [...filters, ['cursor', nextCursor]])
  return html`<p class="actions">${query.has('cursor') ? html`<a class="button" href="${withQuery(here, filters)}">${first}</a>` : nothing}
${nextCursor ? html`<a class="button" href="${next}">${more}</a>` : nothing}</p>`
}

export function problem(text: string): Notice {
  return { kind: 'problem', text }
}

/** An API refusal as a notice. @param texts by code, instead of the usual ones */
export function refusal(
  body: ErrorBody,
  texts: Partial<Record<ErrorBody['code'], string>> = {},
): Notice {
  return problem(texts[body.code] ?? messageOf(body))
}

/** Shows a page again with its form's problem. */
export function badRequest(
  visit: PageVisit,
  text: string,
  show: (notice: Notice) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  refuseAs(visit, 'invalid_request')
  return show(problem(text))
}

/** The notice after a form, from `done` in the URL. */
export function doneNotice(
  query: URLSearchParams,
  texts: Readonly<Record<string, string>>,
): Notice | undefined {
  const done = query.get('done') ?? ''
  const text = done === 'same' ? COMMON.same : Object.hasOwn(texts, done) ? texts[done] : undefined
  return text === undefined ? undefined : { kind: 'done', text }
}
