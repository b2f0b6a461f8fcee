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

/** A record and its ETag, or `undefined` if there is none. @throws {RefusedRead} */
export async function readTaggedIfAny<Record>(
  staff: Staff,
  url: string,
): Promise<Tagged<Record> | undefined> {
  try {
    return await readTagged<Record>(staff, url)
  } catch (error) {
    if (error instanceof RefusedRead && error.response.status === 404) return undefined
    throw error
  }
}

/** A record, or `undefined` if it was deleted. @throws {RefusedRead} */
export async function read<Record>(staff: Staff, url: string): Promise<Record | undefined> {
  return (await readTaggedIfAny<Record>(staff, url))?.body
}

/** @throws {RefusedRead} */
export async function readList<Record>(staff: Staff, url: string): Promise<List<Record>> {
  return (await readTagged<List<Record>>(staff, url)).body
}

/** The records with these ids. @throws {RefusedRead} */
export async function readByIds<Record>(
  staff: Staff,
  path: string,
  ids: Iterable<string | null>,
): Promise<Record[]> {
  const unique = [...new Set(ids)].filter((id) => id !== null)
  const parts: string[][] = []
  while (unique.length > 0) parts.push(unique.splice(0, MAX_PAGE_RECORDS))
  const lists = await Promise.all(
    parts.map((part) => {
      const query = new URLSearchParams(part.map((id): [string, string] => ['id', id]))
      query.set('limit', String(MAX_PAGE_RECORDS))
      return readList<Record>(staff, `${path}?${query}`)
    }),
  )
  return lists.flatMap(({ data }) => data)
}

/** Maximum pages of a list for a select: 500 records. */
const MAX_PAGES = 5

/** The first pages of a list, and whether it has more. @throws {RefusedRead} */
export async function readPages<Record>(
  staff: Staff,
  url: string,
  maxPages: number,
): Promise<{ data: Record[]; isCut: boolean }> {
  const [path, filters] = url.split('?')
  const query = new URLSearchParams(filters)
  if (!query.has('limit')) query.set('limit', String(MAX_PAGE_RECORDS))
  const data: Record[] = []
  for (let i = 0; i < maxPages; i++) {
    const page = await readList<Record>(staff, `${path}?${query}`)
    data.push(...page.data)
    if (page.nextCursor === null) return { data, isCut: false }
    query.set('cursor', page.nextCursor)
  }
  return { data, isCut: true }
}

/** The first 500 records of a list, for a select. @throws {RefusedRead} */
export async function readAll<Record>(staff: Staff, url: string): Promise<Record[]> {
  return (await readPages<Record>(staff, url, MAX_PAGES)).data
}

/** The 404 for a page whose record is missing. */
export function pageNotFound(): PageError {
  return new PageError(404, 'not_found', 'Not found.')
}
