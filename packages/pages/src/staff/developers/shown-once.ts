import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../html.ts'
import { copyable } from './parts.ts'
import type { DevelopersSection } from './sections.ts'
import { sendDevelopersPage } from './send-page.ts'
import { DEVELOPERS } from './texts.ts'
import type { Visit } from './visit.ts'

interface ShownOnce {
  title: string
  section: DevelopersSection
  /** What the secret is. */
  label: string
  secret: string
  more: Html
  /** Where the person goes on. */
  next: string
}

/** The page after a secret was made: it is in no other page. */
export function sendShownOnce(visit: Visit, page: ShownOnce): Promise<FastifyReply> {
  const { title, section, label, secret, more, next } = page
  return sendDevelopersPage(visit, {
    title,
    section,
    notice: { kind: 'done', text: DEVELOPERS.once },
    body: html`${copyable({ id: 'secret', label, text: secret })}
${more}
<p><a class="button" href="${next}">${DEVELOPERS.kept}</a></p>`,
  })
}

/** Until when what was replaced goes on working, with a countdown. */
export function overlapNote(clock: Visit['clock'], text: string, until: string): Html {
  return html`<p>${text} ${clock.exact(until)}<span hidden> · <span role="timer" data-until="${until}"></span></span></p>`
}
