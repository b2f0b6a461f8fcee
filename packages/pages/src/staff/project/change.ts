import type { FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { messageOf } from '../../message.ts'
import { ask, type Question } from '../ask.ts'
import { type Compared, change as changeRecord } from '../change.ts'
import { problem } from '../list.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffCall } from '../staff.ts'
import { show } from './page.ts'
import type { Visit } from './read.ts'
import type { Done, SectionName } from './texts.ts'

interface Change<Body> {
  call: StaffCall
  done: Done
  /** Anchor for the redirect to the project's page. */
  section?: SectionName | `item-${string}`
  /** What a stale form is compared with. */
  record?: Omit<Compared<Body>, 'same' | 'back'>
  /** Confirmations by problem code; a yes resubmits the form. */
  asks?: Readonly<Record<string, Pick<Question, 'title' | 'yes' | 'no' | 'fields'>>>
  /** Shows the form's page with a notice. Default: the project's page. */
  refuse?: (notice: Notice) => Promise<FastifyReply>
}

/** Sends a change, then redirects to the project's page. A refusal becomes a notice or a question. */
export function change<Body>(visit: Visit, each: Change<Body>): Promise<FastifyReply> {
  const { call, done, section, record, asks = {} } = each
  const { refuse = (notice) => show(visit, notice) } = each
  const address = addressOf(visit, section)
  return changeRecord<unknown, Body>(visit, {
    call,
    done: () => back(visit, done, section),
    refuse: ({ body }) => {
      const text = messageOf(body)
      const question = asks[body.code]
      if (!question) return refuse(problem(text))
      const etag = formOf(visit.request).text('if-match')
      return ask(visit, { ...question, lead: text, etag, back: address })
    },
    ...(record && {
      compared: { ...record, same: () => back(visit, 'same', section), back: address },
    }),
  })
}

/** Redirects to the project's page, with a notice of what was done. */
function back(visit: Visit, done: Done, section?: string) {
  return visit.reply.redirect(addressOf(visit, section, `?done=${done}`), 303)
}

function addressOf({ here }: Visit, section?: string, query = ''): string {
  return `${here}${query}${section ? `#${section}` : ''}`
}
