import { type Html, html, nothing } from '../../html.ts'
import { icon } from '../../icons.ts'
import { statusBadge } from '../parts.ts'
import { recordForm } from '../records/form.ts'
import { COMMON, STATUS_NAMES } from '../texts.ts'
import { type Editing, FACTS, type Fact } from './facts.ts'
import { followingStatus, otherMoves, STEPS } from './moves.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

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

/** The status and how far the job is. The row opens to the other moves, in place. */
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
