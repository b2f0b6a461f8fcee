import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import type { ApiResponse, ErrorBody } from '../call-api.ts'
import { PageError } from '../errors.ts'
import type { Staff } from './staff.ts'

/** A page of an API list. */
export interface List<Record> {
  data: Record[]
  nextCursor: string | null
}

/** A record and its ETag. */
export interface Tagged<Record> {
  body: Record
  etag: string
}

/** A refused read that is essential to the page. */
export class RefusedRead extends Error {
  readonly response: ApiResponse<ErrorBody>

  constructor(response: ApiResponse<ErrorBody>) {
    super(`a read for a page was refused with ${response.status}`)
    this.response = response
  }
}

/**
 * The record a page is about, with its ETag.
 *
 * @throws {RefusedRead}
 */
export async function readTagged<Record>(staff: Staff, url: string): Promise<Tagged<Record>> {
  const response = await staff.call<Record & ErrorBody>({ method: 'GET', url })
  if (response.status !== 200) throw new RefusedRead(response)
  return { body: response.body, etag: String(response.headers.etag) }
}

/** A record, or `undefined` if it was deleted. */
export async function read<Record>(staff: Staff, url: string): Promise<Record | undefined> {
  const response = await staff.call<Record & ErrorBody>({ method: 'GET', url })
  if (response.status === 404) return undefined
  if (response.status !== 200) throw new RefusedRead(response)
  return response.body
}

/** @throws {RefusedRead} */
export async function readList<Record>(staff: Staff, url: string): Promise<List<Record>> {
  return (await readTagged<List<Record>>(staff, url)).body
}

/** The records with these ids, up to one page of the list. */
export async function readByIds<Record>(
  staff: Staff,
  path: string,
  ids: Iterable<string>,
): Promise<Record[]> {
  const unique = [...new Set(ids)].slice(0, MAX_PAGE_RECORDS)
  if (unique.length === 0) return []
  const query = new URLSearchParams(unique.map((id): [string, string] => ['id', id]))
  query.set('limit', String(MAX_PAGE_RECORDS))
  return (await readList<Record>(staff, `${path}?${query}`)).data
}

/** Maximum pages per list. */
const MAX_PAGES = 5

/**
 * The first 500 records of a list, for a select.
 *
 * @throws {RefusedRead}
 */
export async function readAll<Record>(staff: Staff, url: string): Promise<Record[]> {
  const [path, filters] = url.split('?')
  const query = new URLSearchParams(filters)
  query.set('limit', String(MAX_PAGE_RECORDS))
  const records: Record[] = []
  for (let i = 0; i < MAX_PAGES; i++) {
    const page = await readList<Record>(staff, `${path}?${query}`)
    records.push(...page.data)
    if (!page.nextCursor) break
    query.set('cursor', page.nextCursor)
  }
  return records
}

/** The 404 for a page whose record is missing. */
export function nothingHere(): PageError {
  return new PageError(404, 'not_found', 'Not found.')
}
