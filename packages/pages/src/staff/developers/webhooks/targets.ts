import type { ApiResponse, ErrorBody } from '../../../call-api.ts'
import { apiMessageOf } from '../../../for-people.ts'
import { addressLine } from '../../../format.ts'
import { formOf } from '../../../forms.ts'
import { type Html, html } from '../../../html.ts'
import type { Fact } from '../../parts.ts'
import { type List, RefusedRead, read, readByIds } from '../../read-record.ts'
import type { Customer, Project } from '../../records.ts'
import type { Staff } from '../../staff.ts'
import { STATUS_NAMES } from '../../texts.ts'
import { isId, type Visit } from '../visit.ts'
import type { Draft, Problems, Settings } from './draft.ts'
import { TEXTS } from './texts.ts'

/** The jobs and customers of a filter, or of a draft of it. */
export interface Targets {
  projectIds?: readonly string[]
  customerIds?: readonly string[]
}

/** Display names by id. */
export type Names = ReadonlyMap<string, string>

const LISTS = { projectIds: '/projects', customerIds: '/customers' } as const
export type TargetList = keyof typeof LISTS

/** Jobs shown by address, which takes a call each. The rest are shown by id. */
const NAMED_PROJECTS = 10

/** @throws {RefusedRead} */
export async function readNames(
  staff: Staff,
  ...all: readonly (Targets | null | undefined)[]
): Promise<Names> {
  const idsOf = (list: TargetList) => [...new Set(all.flatMap((each) => each?.[list] ?? []))]
  const [projectIds, customerIds] = [idsOf('projectIds'), idsOf('customerIds')]
  const [projects, customers] = await Promise.all([
    Promise.all(projectIds.slice(0, NAMED_PROJECTS).map((id) => projectName(staff, id))),
    readByIds<Customer>(staff, LISTS.customerIds, customerIds),
  ])
  const found = new Map(customers.map((customer) => [customer.id, nameOfCustomer(customer)]))
  return new Map([
    ...projects,
    ...customerIds.map((id) => [id, found.get(id) ?? TEXTS.gone(id)] as const),
  ])
}

async function projectName(staff: Staff, id: string) {
  const project = await read<Project>(staff, `${LISTS.projectIds}/${encodeURIComponent(id)}`)
  return [id, project ? nameOfProject(project) : TEXTS.gone(id)] as const
}

function nameOfProject(project: Project): string {
  return addressLine(project) || project.id
}

function nameOfCustomer({ name, company, email }: Customer): string {
  return [name, company, email].filter(Boolean).join(', ')
}

/** A search term and its results. */
interface Search {
  /** What stays in the field. */
  text: string
  found: readonly (readonly [id: string, name: string])[]
  say: string
}

/** An unsaved form in progress. */
export interface Opened {
  draft: Draft
  searches?: Partial<Record<TargetList, Search>>
  problems?: Problems
}

/** Maximum search results, and ids per lookup. */
const MOST = 10
const NO_SEARCH: Search = { text: '', found: [], say: '' }

/**
 * Searches for the form's jobs and customers by text, or selects those entered by id.
 *
 * @returns `isReady` if the form can be saved: Save was pressed and no choice is left to make
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
    if (text === '') continue
    const { ids, search } = await findTargets(staff, list, text)
    if (search) searches[list] = withoutChosen(search, wanted[list])
    wanted[list] = [...new Set([...wanted[list], ...ids])]
  }
  const isSearch = Object.keys(searches).length > 0
  return {
    draft: wanted,
    ...(isSearch && { searches }),
    isReady: button === undefined && !isSearch,
  }
}

/** What a field's text yields: ids to select, or a search with something left to choose or correct. */
interface Found {
  ids: readonly string[]
  search?: Search
}

async function findTargets(staff: Staff, list: TargetList, text: string): Promise<Found> {
  const words = text.split(/[\s,]+/)
  if (!words.every(isId)) return { ids: [], search: await searchFor(staff, list, text) }
  const { known, unknown } = await lookUp(staff, list, words)
  const ids = [...known]
  if (unknown.length === 0) return { ids }
  return { ids, search: { ...NO_SEARCH, text: unknown.join(' '), say: TEXTS.unknown } }
}

function withoutChosen(search: Search, chosen: readonly string[]): Search {
  return { ...search, found: search.found.filter(([id]) => !chosen.includes(id)) }
}

/** Splits ids into known and unknown. Those beyond `MOST` count as unknown and stay in the field. */
async function lookUp(staff: Staff, list: TargetList, ids: readonly string[]) {
  const records = await Promise.all(
    ids.slice(0, MOST).map((id) => read<{ id: string }>(staff, `${LISTS[list]}/${id}`)),
  )
  const known = new Set(records.flatMap((record) => record?.id ?? []))
  return { known, unknown: ids.filter((id) => !known.has(id.toLowerCase())) }
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
  // The API refuses words that are too short.
  if (status === 400) return { ...NO_SEARCH, text, say: apiMessageOf(body) }
  if (status !== 200) throw new RefusedRead(response)
  const { data, nextCursor } = body
  const say = data.length === 0 ? TEXTS.noneFound : nextCursor ? TEXTS.moreFound : TEXTS.found
  return { text: '', found: data.map((record) => [record.id, nameOf(record)] as const), say }
}

/** The settings of a webhook that are not the default. */
export function settingFacts(settings: Settings, names: Names): Fact[] {
  const { maxPerSecond, standardWebhooks } = settings
  return [
    [TEXTS.filter, lines(filterTexts(settings, names))],
    [TEXTS.rate, maxPerSecond === null ? null : `${maxPerSecond}`],
    [TEXTS.standard, standardWebhooks ? TEXTS.on : null],
    [TEXTS.headers, lines(mapTexts(settings.headers))],
    [TEXTS.metadata, lines(mapTexts(settings.metadata))],
  ]
}

/** Describes each setting, for comparison. */
export function settingTexts(settings: Settings, names: Names): [label: string, text: string][] {
  const { url, events, description, maxPerSecond, standardWebhooks } = settings
  return [
    [TEXTS.url, url],
    [TEXTS.events, events.toSorted().join(', ')],
    [TEXTS.description, description ?? ''],
    [TEXTS.filter, filterTexts(settings, names).join(', ')],
    [TEXTS.rate, maxPerSecond === null ? '' : `${maxPerSecond}`],
    [TEXTS.standard, standardWebhooks ? TEXTS.on : TEXTS.off],
    [TEXTS.headers, mapTexts(settings.headers).toSorted().join(', ')],
    [TEXTS.metadata, mapTexts(settings.metadata).toSorted().join(', ')],
  ]
}

function filterTexts({ filter }: Settings, names: Names): string[] {
  const { projectIds = [], customerIds = [], toStatuses = [] } = filter ?? {}
  const named = [...projectIds, ...customerIds].map((id) => names.get(id) ?? id)
  return [...named, ...toStatuses.map((status) => STATUS_NAMES[status])]
}

function mapTexts(values: Record<string, string>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${value}`)
}

/** `null` if there are none, which omits the fact. */
function lines(texts: readonly string[]): Html | null {
  if (texts.length === 0) return null
  return html`${texts.map((text) => html`<span class="line" dir="auto">${text}</span>`)}`
}
