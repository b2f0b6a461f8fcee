import { type Html, html, nothing } from '../../html.ts'
import { STATUS_NAMES } from '../texts.ts'
import { writtenFacts } from '../written-fields.ts'
import { assignments } from './assignments.ts'
import { delivery } from './delivery.ts'
import { files } from './files.ts'
import { history } from './history.ts'
import { invoice } from './invoice.ts'
import { moveButtons } from './moves.ts'
import type { View } from './read.ts'
import { rounds } from './rounds.ts'
import { type SectionName, TEXTS } from './texts.ts'

interface Section {
  name: SectionName
  content: Html
}

/** The page of a project: what and when, the next move, and its parts. */
export function projectPage(view: View): Html {
  const sections = sectionsOf(view)
  return html`${facts(view)}
${moveButtons(view)}
<nav class="parts" aria-label="${TEXTS.sections}">${sections.map(
    ({ name }) => html`<a href="#${name}">${TEXTS.sectionNames[name]}</a>`,
  )}</nav>
${sections.map(
  ({ name, content }) => html`<section id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${TEXTS.sectionNames[name]}</h2>
${content}</section>`,
)}`
}

function sectionsOf(view: View): Section[] {
  return [
    { name: 'files', content: files(view) },
    { name: 'changes', content: rounds(view) },
    { name: 'delivery', content: delivery(view) },
    ...(view.invoices ? [{ name: 'invoice', content: invoice(view, view.invoices) } as const] : []),
    { name: 'assignments', content: assignments(view) },
    { name: 'history', content: history(view) },
  ]
}

function facts({ staff, here, project, customer, people }: View): Html {
  const { status, scheduledTime, estimatedDuration, technicianId } = project
  const { dayAndTime, minutes } = staff.format
  const texts = TEXTS.facts
  return html`<dl class="facts">
<dt>${texts.status}</dt><dd><b class="status">${STATUS_NAMES[status]}</b></dd>
<dt>${texts.when}</dt><dd><time datetime="${scheduledTime}">${dayAndTime(scheduledTime)}</time>${estimatedDuration === null ? nothing : html` · ${minutes(estimatedDuration)}`}</dd>
${customer ? html`<dt>${texts.customer}</dt><dd dir="auto"><a href="${here}/../../customers/${customer.id}">${customer.name}${customer.company ? html`, ${customer.company}` : nothing}</a></dd>` : nothing}
<dt>${texts.technician}</dt><dd dir="auto">${technicianId === null ? html`<b class="alarm">${TEXTS.nobody}</b>` : people.nameOf(technicianId)}</dd>
${writtenFacts(project)}
</dl>`
}
