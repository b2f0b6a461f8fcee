import type { ApiResponse, ErrorBody } from '../../../call-api.ts'
import { formOf } from '../../../forms.ts'
import { apiMessageOf } from '../../../message.ts'
import { type List, RefusedRead, read } from '../../read-record.ts'
import type { Customer, Project } from '../../records.ts'
import type { Staff } from '../../staff.ts'
import { isId } from '../id.ts'
import type { Visit } from '../visit.ts'
import type { Draft } from './draft.ts'
import { LISTS, nameOfCustomer, nameOfProject, type TargetList } from './targets.ts'
import { TEXTS } from './texts.ts'

/** What a person looked for, and what there is. */
interface Search {
  /** What stays in the field. */
  text: string
  found: readonly (readonly [id: string, name: string])[]
  say: string
}

/** A form that a person goes on with before it is saved. */
export interface Opened {
  draft: Draft
  searches?: Partial<Record<TargetList, Search>>
  hasMoreRows?: boolean
}

/** Records that a search shows, and ids that are looked up at once. */
const MOST = 10
const NO_SEARCH: Search = { text: '', found: [], say: '' }

/**
 * Looks for the jobs and customers of a form. Ids that exist are chosen.
 *
 * @returns `isReady` when the form can be saved: nothing is left to choose, and its button was that which saves
 * @throws {RefusedRead}
 */
export async function lookFor(
  { request, staff }: Visit,
  draft: Draft,
): Promise<Opened & { isReady: boolean }> {
  const form = formOf(request)
  const button = form.text('show')
  const wanted = { ...draft }
  const searches: Partial<Record<TargetList, Search>> = {}
  for (const list of Object.keys(LISTS) as TargetList[]) {
    const text = form.text(`find-${list}`)?.trim() ?? ''
    const ids = text.split(/[\s,]+/)
    if (text === '') continue
    if (!ids.every(isId)) {
      const search = await searchFor(staff, list, text)
      const found = search.found.filter(([id]) => !wanted[list].includes(id))
      searches[list] = { ...search, found }
      continue
    }
    const { known, unknown } = await lookUp(staff, list, ids)
    wanted[list] = [...new Set([...wanted[list], ...known])]
    if (unknown.length > 0) {
      searches[list] = { ...NO_SEARCH, text: unknown.join(' '), say: TEXTS.unknown }
    }
  }
  const isSearch = Object.keys(searches).length > 0
  return {
    draft: wanted,
    ...(isSearch && { searches }),
    hasMoreRows: button === 'rows',
    isReady: button === undefined && !isSearch,
  }
}

/** The ids that exist. Those beyond a bound stay in the field, for the next time. */
async function lookUp(staff: Staff, list: TargetList, ids: readonly string[]) {
  const records = await Promise.all(
    ids.slice(0, MOST).map((id) => read<{ id: string }>(staff, `${LISTS[list]}/${id}`)),
  )
  const known = records.flatMap((record) => record?.id ?? [])
  return { known, unknown: ids.filter((id) => !known.includes(id.toLowerCase())) }
}

async function searchFor(staff: Staff, list: TargetList, q: string): Promise<Search> {
  const query = new URLSearchParams({ q, limit: `${MOST}` })
  const call = <Record>(): Promise<ApiResponse<List<Record> & ErrorBody>> =>
    staff.call({ method: 'GET', url: `${LISTS[list]}?${query}` })
  if (list === 'projectIds') return shown(q, await call<Project>(), nameOfProject)
  return shown(q, await call<Customer>(), nameOfCustomer)
}

function shown<Record extends { id: string }>(
  text: string,
  response: ApiResponse<List<Record> & ErrorBody>,
  nameOf: (record: Record) => string,
): Search {
  const { status, body } = response
  // Words that are too short are no search.
  if (status === 400) return { ...NO_SEARCH, text, say: apiMessageOf(body) }
  if (status !== 200) throw new RefusedRead(response)
  const { data, nextCursor } = body
  const say = data.length === 0 ? TEXTS.noneFound : nextCursor ? TEXTS.moreFound : TEXTS.found
  return { text: '', found: data.map((record) => [record.id, nameOf(record)] as const), say }
}
