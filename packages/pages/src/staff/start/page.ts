import { MAX_LABEL_LENGTH } from '@mediajobs/domain'
import { parseCookie } from 'cookie'
import { formatFor } from '../../format.ts'
import { attributes, type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import type { Shown } from '../board/read.ts'
import { isFiltered, type View } from '../board/view.ts'
import { changeForm, field } from '../change-form.ts'
import { readList, readTagged } from '../read-record.ts'
import type { Offer, Organization, Person, Project } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { LANGUAGE } from '../texts.ts'
import { isSample } from './sample.ts'
import { TEXTS } from './texts.ts'

/** Setup steps are hidden once there are this many jobs. */
const YOUNG = 10

type StepName = 'brand' | 'package' | 'people' | 'roles' | 'job'

/** An organization's remaining setup steps. */
export interface Start {
  steps: readonly { name: StepName; isDone: boolean }[]
  hasJobs: boolean
  sample: Project | undefined
  /** The organization's ETag, while it has neither time zone nor locale. */
  etag: string | undefined
  /** Whether to adopt the browser's settings automatically. */
  isAutomatic: boolean
}

/** The remaining setup steps; `undefined` for other views and roles, with {@link YOUNG} jobs, or if done or hidden. */
export async function readStart(
  { request, staff }: StaffVisit,
  view: View,
  { columns, counts }: Shown,
): Promise<Start | undefined> {
  const { organization } = staff
  const isWhole = !isFiltered(view) && !view.isList && !view.status && !view.cursor
  if (!isWhole || !staff.may('updateOrganization')) return undefined
  const jobs = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (jobs >= YOUNG || parseCookie(request.headers.cookie ?? '')[dismissedBy(organization)]) {
    return undefined
  }
  const projects = columns.flatMap((column) => column.projects)
  const hasJobs = projects.some((project) => !isSample(project))
  const isUnset = organization.timeZone === null && organization.locale === null
  const [{ data: packages }, { data: people }, tagged] = await Promise.all([
    readList<Offer>(staff, '/packages?limit=1'),
    readList<Person>(staff, '/users?limit=2'),
    isUnset ? readTagged<Organization>(staff, '/organization') : undefined,
  ])
  const { logo, logoUrl, colour, techniciansStart, editorsStart } = organization
  const steps = [
    { name: 'brand', isDone: (logo?.url ?? logoUrl) !== null && colour !== null },
    { name: 'package', isDone: packages.length > 0 },
    { name: 'people', isDone: people.length > 1 },
    { name: 'roles', isDone: techniciansStart || editorsStart },
    { name: 'job', isDone: hasJobs },
  ] as const
  if (steps.every(({ isDone }) => isDone)) return undefined
  return {
    steps,
    hasJobs,
    sample: projects.find(isSample),
    etag: tagged?.etag,
    isAutomatic: isUnset && !hasJobs && people.length === 1,
  }
}

/** Name of the cookie that hides the list in a browser. */
export function dismissedBy({ id }: { id: string }): string {
  return `setup-${id}`
}

/** An organization's onboarding on its board. */
export interface StartPage {
  staff: Staff
  start: Start
  /** The organization's URL. */
  home: string
}

const ZONES = Intl.supportedValuesOf('timeZone')

/** Replaces an empty board: the setup steps before the first job. */
export function welcome(page: StartPage): Html {
  const { staff, start, home } = page
  const [name = ''] = staff.name.trim().split(/\s+/)
  const sample = start.sample
    ? nothing
    : changeForm({
        action: `${home}/start/sample`,
        isOnce: true,
        content: html`<button>${TEXTS.sample.offer}</button>`,
      })
  return html`<div class="welcome"><h2 dir="auto">${TEXTS.welcome(name)}</h2>
<p class="soft">${TEXTS.lead}</p>${zone(page)}
${steps(page)}
<div class="actions">${sample}${dismiss(home)}</div></div>`
}

/** The setup steps above the first jobs. */
export function setup(page: StartPage): Html {
  const { start, home } = page
  const done = start.steps.filter(({ isDone }) => isDone).length
  return html`<details class="setup"><summary>${TEXTS.setup(done, start.steps.length)}${icon('chevron-down')}</summary>
<div class="welcome">${zone(page)}
${steps(page)}<div class="actions">${dismiss(home)}</div></div></details>`
}

/** The sample's link, and a button to remove it. @param isNew whether the module draws its photos */
export function sampleLine({ start, home }: StartPage, isNew: boolean): Html {
  if (!start.sample) return nothing
  const { id } = start.sample
  const { drawing, drawn, failed } = TEXTS.sample
  const texts = isNew
    ? attributes({
        'data-project': id,
        'data-drawing': drawing,
        'data-drawn': drawn,
        'data-failed': failed,
      })
    : nothing
  return html`<div class="notice sample"><p id="sample" role="status"${texts}>${TEXTS.sample.here}</p>
<a class="button" href="${home}/projects/${id}">${TEXTS.sample.open}</a>
${changeForm({ action: `${home}/start/sample/remove`, content: html`<button>${TEXTS.sample.remove}</button>` })}</div>`
}

function dismiss(home: string): Html {
  return changeForm({
    action: `${home}/start/dismiss`,
    content: html`<button class="quiet">${TEXTS.dismiss}</button>`,
  })
}

/** Not list items: the board treats forms in those as moves. */
function steps({ start, home }: StartPage): Html {
  const next = start.steps.find(({ isDone }) => !isDone)
  return html`<div class="steps">${start.steps.map(({ name, isDone }, i) => {
    const { title, text } = TEXTS.steps[name]
    const mark = isDone
      ? html`<span class="tick">${icon('check')}<span class="hidden">${TEXTS.done}: </span></span>`
      : html`<span class="tick" aria-hidden="true">${i + 1}</span>`
    return html`<div class="${isDone ? 'step done' : 'step'}">${mark}<div><b>${title}</b><p class="soft">${text}</p></div>${isDone ? nothing : action(name, home, name === next?.name)}</div>`
  })}</div>`
}

const LINKS: Record<Exclude<StepName, 'roles'>, string> = {
  brand: 'settings',
  package: 'catalogue/packages/new',
  people: 'people/new',
  job: 'projects/new',
}

function action(name: StepName, home: string, isNext: boolean): Html {
  const text = TEXTS.steps[name].action
  const look = isNext ? 'go' : 'button'
  if (name !== 'roles') return html`<a class="${look}" href="${home}/${LINKS[name]}">${text}</a>`
  return changeForm({
    action: `${home}/start/roles`,
    content: html`<button class="${look}">${text}</button>`,
  })
}

/** The organization's time zone and language, or a form that the module fills in. */
function zone({ staff, start, home }: StartPage): Html {
  const { timeZone, locale } = staff.organization
  const texts = TEXTS.zone
  if (start.etag === undefined) {
    const place = formatFor(LANGUAGE, timeZone).zone()
    const languages = new Intl.DisplayNames(LANGUAGE, {
      type: 'language',
      languageDisplay: 'standard',
    })
    // Without extensions, such as `-u-hc-h23`, which have no name.
    const language = languages.of(new Intl.Locale(locale ?? LANGUAGE).baseName)
    return html`<p class="soft">${texts.known(place, language ?? '')} <a href="${home}/settings">${texts.change}</a></p>`
  }
  const zones = ZONES.map((each) => [each, each] as const)
  return html`<div id="zone"${start.isAutomatic ? html` data-automatic` : nothing}>${changeForm({
    action: `${home}/start/zone`,
    etag: start.etag,
    content: html`<p>${texts.lead}</p><div class="pair">${field({ name: 'timeZone', label: texts.label, choices: [['', texts.none], ...zones], value: '', isRequired: true })}
${field({ name: 'locale', label: texts.locale, hint: texts.localeHint, maxLength: MAX_LABEL_LENGTH, isRequired: true })}</div><button>${texts.save}</button>`,
  })}</div>`
}
