import type { Schemas } from '@mediajobs/client'
import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { changeForm, copyField } from '../change-form.ts'
import { dayIn } from '../day.ts'
import { doneNotice, readPart } from '../list.ts'
import { confirmButton, facts, previewFrame, section, updateButton } from '../parts.ts'
import { urlsOf } from '../project/files.ts'
import { readTagged } from '../read-record.ts'
import { type Problems, problemNotice, recordFields, type Shown } from '../records/form.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import type { Staff } from '../staff.ts'
import { COMMON } from '../texts.ts'
import type { Website } from './fields.ts'
import { type Read, readWebsite, type Views, type WebsiteVisit } from './read.ts'
import { TEXTS } from './texts.ts'

type Lead = Schemas['Lead']

const LEADS = 20

/** The website's form next to its preview, and its results. */
export async function showWebsite(visit: WebsiteVisit, { problems, notice }: Shown = {}) {
  const { here, query, staff } = visit
  const read = await readWebsite(visit)
  const { project, website, media } = read
  return sendStaffPage(visit, {
    title: TEXTS.title,
    tools: html`<b class="status ${website?.body.status ?? 'NONE'}">${TEXTS.statuses[website?.body.status ?? 'NONE']}</b>`,
    action: website?.body.status === 'LIVE' ? unpublish(here, website.etag) : nothing,
    notice: notice ?? problemNotice(problems) ?? doneNotice(query, TEXTS.done),
    styles: ['staff/website/style.css'],
    module: 'staff/website/browser/main.ts',
    hasFrames: true,
    urls: urlsOf(media),
    body: html`<p class="place" dir="auto"><a href="${visit.home}/projects/${visit.id}">${addressLine(project) || COMMON.noAddress}</a></p>
${hint(website?.body)}
<div class="beside"><div>${website ? addresses(website.body) : nothing}${form(visit, read, problems)}</div>
<div class="preview">${preview(visit)}</div></div>
${website ? html`${await leads(visit)}${viewsSection(staff, (await readTagged<Views>(staff, `${visit.url}/views`)).body)}` : nothing}`,
  })
}

/** Why the pages are unavailable, and what the unbranded one omits. */
function hint(website: Website | undefined): Html {
  const status = website?.status ?? 'NONE'
  const { blockedBy = null, unbrandedOmits = [] } = website ?? {}
  const omitted = new Set(unbrandedOmits.map((path) => TEXTS.omitted[partOf(path)] ?? path))
  return html`${status === 'LIVE' ? nothing : html`<p class="soft hint">${TEXTS.hints[status]}</p>`}
${blockedBy === null ? nothing : html`<p class="notice problem">${TEXTS.blocks[blockedBy]}</p>`}
${omitted.size === 0 ? nothing : html`<p class="notice problem">${TEXTS.omits([...omitted])}</p>`}`
}

/** Maps an error's path to a field: `facts.mlsNumber` to `mlsNumber`, `tours[1]` to `tours`. */
function partOf(path: string): string {
  return path.replace(/^facts\./, '').split(/[.[]/)[0] ?? path
}

function unpublish(here: string, etag: string): Html {
  return confirmButton({
    label: TEXTS.unpublish,
    question: TEXTS.unpublishSure,
    action: `${here}/unpublish`,
    etag,
  })
}

function addresses({ status, brandedUrl, unbrandedUrl }: Website): Html {
  const open = (url: string) =>
    status === 'LIVE'
      ? html`<a class="button" href="${url}" rel="noreferrer">${TEXTS.visit}</a>`
      : nothing
  return section(
    'addresses',
    TEXTS.addresses,
    html`${status === 'LIVE' ? nothing : html`<p class="soft">${TEXTS.closed}</p>`}
${copyField({ id: 'branded', label: TEXTS.branded, value: brandedUrl, more: open(brandedUrl) })}
${copyField({ id: 'unbranded', label: TEXTS.unbranded, value: unbrandedUrl, more: open(unbrandedUrl) })}`,
  )
}

function form(
  { here }: WebsiteVisit,
  { website, record, groups }: Read,
  problems?: Problems,
): Html {
  const isNew = website === undefined
  const part = (fields: (typeof groups)[keyof typeof groups]) =>
    recordFields({ fields, record, isNew, problems })
  return changeForm({
    action: here,
    class: 'website',
    etag: problems?.sent.text('if-match') ?? website?.etag,
    content: html`<button class="hidden" tabindex="-1" aria-hidden="true">${TEXTS.save}</button>
${section('words', TEXTS.words, part(groups.words))}
${section('media', TEXTS.media, part(groups.media))}
${section('facts', TEXTS.facts, html`<div class="grid-fields">${part(groups.facts)}</div>`)}
${section('tours', TEXTS.tours, part(groups.tours))}
${section('contacts', TEXTS.contacts, html`${part(groups.contacts)}${part(groups.visitors)}`)}
<div class="actions save"><button${website?.body.status === 'LIVE' ? html` class="go"` : nothing}>${TEXTS.save}</button>
${website?.body.status === 'LIVE' ? nothing : html`<button class="go" name="next" value="publish">${TEXTS.publish}</button>`}
${updateButton(`${here}/preview`)}</div>`,
  })
}

function preview({ here }: WebsiteVisit): Html {
  return section('preview', TEXTS.preview, previewFrame(`${here}/preview`, TEXTS.previewTitle))
}

/** Visitors' messages, newest first. */
async function leads(visit: WebsiteVisit): Promise<Html> {
  const { data, pages } = await readPart<Lead>(visit, `${visit.project}/leads`, LEADS, {
    here: visit.here,
  })
  const { format } = visit.staff
  const row = ({ name, email, phone, message, createdAt }: Lead) =>
    html`<li><span><b dir="auto">${name}</b><span class="soft">${format.dayAndTime(createdAt)}</span></span>
<span>${facts([
      [TEXTS.contact.email, email && html`<a href="mailto:${email}">${email}</a>`],
      [TEXTS.contact.phone, phone],
    ])}</span>
<span class="lines" dir="auto">${message ?? ''}</span></li>`
  return section(
    'leads',
    TEXTS.leads,
    data.length === 0
      ? html`<p class="soft">${TEXTS.noLeads}</p>`
      : html`<ul class="records">${data.map(row)}</ul>${pages}`,
  )
}

/** The link on a project's page. */
export function websiteLink(here: string): Html {
  return html`<a class="button" href="${here}/website">${icon('globe')}${TEXTS.open}</a>`
}

const DAYS = 30
const DAY_MS = 86_400_000
const [WIDTH, HEIGHT, GAP] = [600, 80, 4]

type Day = Views['data'][number]

/** Views of the last days: a bar per day, and a table of the numbers. */
function viewsSection({ format, organization }: Staff, views: Views): Html {
  const { data, brandedTotal, unbrandedTotal } = views
  if (brandedTotal + unbrandedTotal === 0)
    return section('views', TEXTS.views, html`<p class="soft">${TEXTS.noViews}</p>`)
  const counts = lastDays(organization.timeZone, data).map(viewsOf)
  const label = TEXTS.chart(
    counts.reduce((sum, count) => sum + count, 0),
    DAYS,
  )
  const row = ({ day, branded, unbranded }: Day) =>
    html`<tr><th scope="row">${format.mediumDay(dayIn(organization.timeZone, day).from)}</th><td>${branded}</td><td>${unbranded}</td></tr>`
  return section(
    'views',
    TEXTS.views,
    html`<p>${label}. <span class="soft">${TEXTS.viewsOf(brandedTotal, unbrandedTotal)}</span></p>
${chart(counts, label)}
<details><summary class="button">${TEXTS.table}</summary><table class="figures"><thead><tr><th scope="col">${TEXTS.day}</th><th scope="col">${TEXTS.branded}</th><th scope="col">${TEXTS.unbranded}</th></tr></thead><tbody>${data.map(row)}</tbody></table></details>`,
  )
}

function viewsOf({ branded, unbranded }: Day): number {
  return branded + unbranded
}

/** The last days up to today. Days without views are missing from the list. */
function lastDays(timeZone: string | null, data: readonly Day[]): Day[] {
  const byDay = new Map(data.map((each) => [each.day, each]))
  const today = Date.parse(`${dayIn(timeZone, null).name}T12:00:00Z`)
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(today - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, branded: 0, unbranded: 0 }
  })
}

function chart(counts: readonly number[], label: string): Html {
  const most = Math.max(1, ...counts)
  const step = WIDTH / counts.length
  const bars = counts.map((count, at) => {
    // A day without views is drawn as a line.
    const height = Math.max(1, Math.round((count / most) * HEIGHT))
    return html`<rect x="${at * step}" y="${HEIGHT - height}" width="${step - GAP}" height="${height}"/>`
  })
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}</svg>`
}
