import { discountOn, MAX_SEARCH_LENGTH, termsAtSize, totalsOf } from '@mediajobs/domain'
import { placeOf, streetOf } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { TECHNICIAN_WORK } from '../board/work.ts'
import { TEXTS as BOOKING } from '../booking/texts.ts'
import { field, hidden } from '../change-form.ts'
import { initialsOf, statusBadge } from '../parts.ts'
import { type Problems, type RecordField, recordForm } from '../records/form.ts'
import type { Project } from '../records.ts'
import { COMMON, STATUS_NAMES, WRITTEN_FIELDS } from '../texts.ts'
import { WRITTEN_NAMES, writtenField } from '../written-fields.ts'
import {
  type Assigned,
  customerFields,
  discountFields,
  offerFields,
  personFields,
  placeFields,
  sizeFields,
  whenFields,
} from './fact-fields.ts'
import { followingStatus, otherMoves, STEPS } from './moves.ts'
import { inForce, type View, type Visit } from './read.ts'
import { TEXTS } from './texts.ts'

type Said = Html | string | null

/** A row about a project, and the fields of its form. */
interface Fact {
  label: string
  say: (view: View) => Said
  fields: (visit: Visit, project: Project) => RecordField[] | Promise<RecordField[]>
  /** Above the form. */
  above?: (visit: Visit) => Html
  /** The body of the call, from the changed fields. */
  payloadOf?: (changed: Readonly<Record<string, unknown>>, project: Project) => object
}

const texts = TEXTS.facts

/** In page order, by URL name. */
export const FACTS: Readonly<Record<string, Fact>> = {
  when: { label: texts.when, say: when, fields: whenFields },
  place: { label: texts.place, say: place, fields: placeFields, payloadOf: withoutPoint },
  technician: person('technicianId'),
  editor: person('editorId'),
  manager: person('projectManagerId'),
  customer: {
    label: texts.customer,
    say: customer,
    above: customerSearch,
    fields: (visit, project) =>
      customerFields(visit, project, formOf(visit.request).text('customerId')),
  },
  size: { label: texts.size, say: size, fields: sizeFields },
  package: { label: texts.package, say: offers, fields: offerFields },
  price: { label: texts.price, say: price, fields: discountFields },
  ...Object.fromEntries(WRITTEN_NAMES.map((name) => [name, written(name)])),
}

function person(name: Assigned): Fact {
  return {
    label: texts[name],
    say: ({ project, nameOf }) => {
      const id = project[name]
      if (id !== null) {
        const name = nameOf(id)
        return html`<span class="person">${initialsOf({ id, name })}<span dir="auto">${name}</span></span>`
      }
      const isMissing = name === 'technicianId' && TECHNICIAN_WORK.includes(project.status)
      return isMissing ? html`<b class="alarm">${TEXTS.nobody}</b>` : null
    },
    fields: (visit, project) => personFields(visit, project, name),
  }
}

function written(name: (typeof WRITTEN_NAMES)[number]): Fact {
  return {
    label: WRITTEN_FIELDS[name],
    say: ({ project }) => project[name],
    fields: () => [writtenField(name)],
  }
}

function when({ staff, when: { day, time }, project }: View): Html {
  const { scheduledTime, estimatedDuration } = project
  if (estimatedDuration === null) return time(scheduledTime)
  const end = new Date(Date.parse(scheduledTime) + estimatedDuration * 60_000).toISOString()
  const text = `${day(scheduledTime)} ${staff.format.span(scheduledTime, end)}`
  return html`${time(scheduledTime, text)}<span class="soft">${staff.format.minutes(estimatedDuration)}</span>`
}

function place({ project }: View): Said {
  const lines = [streetOf(project), placeOf(project), project.countryCode].filter(Boolean)
  return lines.join('\n')
}

/** A new address clears the coordinates of the old one. */
function withoutPoint(changed: Readonly<Record<string, unknown>>, { lat, lng }: Project): object {
  return lat === null && lng === null ? changed : { ...changed, lat: null, lng: null }
}

function customer({ customer: shown, here }: View): Said {
  if (!shown) return null
  return html`<a href="${here}/../../customers/${shown.id}" dir="auto">${shown.name}</a>${shown.company ? html`<span class="soft" dir="auto">${shown.company}</span>` : nothing}`
}

function customerSearch({ here, query }: Visit): Html {
  const search = field({
    name: 'q',
    label: BOOKING.search,
    hint: BOOKING.searchHint,
    type: 'search',
    value: query.get('q'),
    maxLength: MAX_SEARCH_LENGTH,
  })
  return html`<form action="${here}" class="find">${hidden({ edit: 'customer' })}${search}<button aria-label="${BOOKING.searchButton}">${icon('search')}</button></form>`
}

function size({ staff, project: { propertySize } }: View): Said {
  if (propertySize === null) return null
  return staff.format.size(propertySize, staff.organization.sizeUnit)
}

function offers({ offers: chosen }: View): Said {
  return chosen.map(({ name }) => name).join('\n')
}

/** The total of its invoices. Before there is one: the quote's, with the customer group's prices and the travel fee. */
function price({ staff, project, offers: chosen, discount, quote, invoices }: View): Said {
  if (!staff.may('listInvoices')) return null
  const { discountCode } = project
  const code = discountCode ? html`<span class="soft" dir="auto">${discountCode}</span>` : nothing
  const charging = invoices ? inForce(invoices) : []
  const billed = charging.length > 0 ? charging : (invoices?.ofWork.slice(0, 1) ?? [])
  const currency = billed[0]?.currency ?? chosen[0]?.currency
  const own = chosen.flatMap((each) => {
    const terms = termsAtSize(each, project.propertySize)
    const taxBasisPoints = each.taxBasisPoints ?? staff.organization.taxBasisPoints
    return terms ? [{ quantity: 1, unitAmount: terms.priceAmount, taxBasisPoints }] : []
  })
  // No total without a price for the size, or in several currencies.
  const isOne = own.length === chosen.length && chosen.every((each) => each.currency === currency)
  const lines = quote?.lineItems ?? own
  const sum = lines.reduce((total, { quantity, unitAmount }) => total + quantity * unitAmount, 0)
  const held = discount && project.status !== 'CANCELLED' ? discountOn(discount, sum) : 0
  const less = Math.max(held, quote?.discountAmount ?? 0)
  const invoiced = billed.reduce((total, { totalAmount }) => total + totalAmount, 0)
  const expected = isOne ? totalsOf(lines, less)?.totalAmount : undefined
  const amount = billed.length > 0 ? invoiced : expected
  if (currency === undefined || amount === undefined) return discountCode
  return html`<span>${staff.format.money(amount, currency)}</span>${code}`
}

/** The open form of a fact. */
export interface Editing {
  name: string
  fields: readonly RecordField[]
  above: Html
  problems?: Problems | undefined
}

/** The fact named by the URL, if the role may edit it, or the one whose form was refused. */
export async function readEditing(
  visit: Visit,
  project: Project,
  refused?: Pick<Editing, 'name' | 'fields' | 'problems'>,
): Promise<Editing | undefined> {
  const name = refused?.name ?? visit.query.get('edit') ?? ''
  const fact = Object.hasOwn(FACTS, name) ? FACTS[name] : undefined
  if (!fact || !visit.staff.may('updateProject')) return undefined
  const fields = refused?.fields ?? (await fact.fields(visit, project))
  return { name, fields, above: fact.above?.(visit) ?? nothing, problems: refused?.problems }
}

/** The facts of a job. Editable ones have a pen icon that opens their form in place. */
export function details(view: View, editing: Editing | undefined): Html {
  const { staff, project } = view
  const rows = Object.entries(FACTS).map(([name, fact]) =>
    name === editing?.name ? openRow(view, fact, editing) : row(view, fact, name),
  )
  return html`<section class="card" id="facts" aria-labelledby="facts-title"><h2 class="hidden" id="facts-title" data-version="${project.version}">${TEXTS.details}</h2>
${progress(view)}
<dl class="rows">${rows}</dl>
<p class="soft zone">${COMMON.zone(staff.format.zone())}</p></section>`
}

function row(view: View, { label, say }: Fact, name: string): Html {
  const said = say(view)
  const mayChange = view.staff.may('updateProject')
  if (!said && !mayChange) return nothing
  const pen = html`<a class="pen" href="${view.here}?edit=${name}#fact-${name}" aria-label="${TEXTS.change(label)}">${icon('pencil')}</a>`
  const text = typeof said === 'string' ? html`<span class="lines" dir="auto">${said}</span>` : said
  return html`<div id="fact-${name}"><dt>${label}</dt><dd><span class="said">${said ? text : html`<span class="soft">${TEXTS.facts.none}</span>`}</span>${mayChange ? pen : nothing}</dd></div>
`
}

function openRow({ here, project }: View, { label }: Fact, editing: Editing): Html {
  const { name, fields, above, problems } = editing
  const [first, ...rest] = fields
  const focused = first && { ...first, more: { ...first.more, autofocus: true } }
  return html`<div id="fact-${name}" class="open"><dt>${label}</dt><dd>${above}${recordForm({
    action: `${here}/facts/${name}`,
    fields: focused ? [focused, ...rest] : [],
    record: project,
    etag: `"${project.version}"`,
    problems,
    submit: TEXTS.facts.save,
    class: rest.length === 0 ? 'one' : 'several',
    buttons: html`<a class="button" href="${here}#fact-${name}">${TEXTS.facts.leave}</a>`,
  })}</dd></div>
`
}

/** The status and the step of the job. The pen icon opens the moves other than the usual next one. */
function progress(view: View): Html {
  const { status } = view.project
  const step = STEPS.indexOf(status === 'IN_REVISION' ? 'IN_REVIEW' : status) + 1
  const next = followingStatus(status)
  const said = html`${statusBadge(status)}${step > 0 ? html` <span class="soft">${TEXTS.step(step, STEPS.length)}</span>` : nothing}`
  const moves = otherMoves(view)
  return html`<div class="progress" id="fact-status">${
    moves === nothing
      ? html`<p>${said}</p>`
      : html`<details><summary>${said} <span class="pen">${icon('pencil')}<span class="hidden">${TEXTS.otherMoves}</span></span></summary>${moves}</details>`
  }
${step > 0 ? html`<p class="steps" aria-hidden="true">${STEPS.map((_, i) => html`<span${i + 1 < step ? html` class="past"` : i + 1 === step ? html` class="now"` : nothing}></span>`)}</p>` : nothing}
${next ? html`<p class="soft">${TEXTS.nextStep(STATUS_NAMES[next])}</p>` : nothing}</div>`
}
