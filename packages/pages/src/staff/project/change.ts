import type { FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { messageOf } from '../../message.ts'
import { ask, type Question } from '../ask.ts'
import { change as changeRecord } from '../change.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffCall } from '../staff.ts'
import { show } from './page.ts'
import type { Visit } from './read.ts'
import type { Done, SectionName } from './texts.ts'

interface Change<Body> {
  call: StaffCall
  done: Done
  /** Where the redirect leads on the project's page. */
  section?: SectionName
  /** What a stale form is compared with: descriptions of the wanted and the current state. */
  record?: {
    url: string
    wanted: () => string | Promise<string>
    now: (body: Body) => string | Promise<string>
    isSeen?: (body: Body) => boolean
    fields?: (body: Body) => Readonly<Record<string, string>>
  }
  /** Questions by problem code; a yes sends the refused form again. */
  asks?: Readonly<Record<string, Pick<Question, 'title' | 'yes' | 'fields'>>>
  /** Shows the form's page with a notice. Default: the project's page. */
  refuse?: (notice: Notice) => Promise<FastifyReply>
}

/** Sends a change, then redirects to the project's page. A refusal becomes a notice or a question. */
export function change<Body>(visit: Visit, each: Change<Body>): Promise<FastifyReply> {
  const { call, done, section, record, asks = {} } = each
  const refuse = each.refuse ?? ((notice: Notice) => show(visit, notice))
  return changeRecord<unknown, Body>(visit, {
    call,
    done: () => back(visit, done, section),
    refuse: ({ body }) => {
      const text = messageOf(body)
      const question = asks[body.code]
      if (!question) return refuse({ kind: 'problem', text })
      const etag = formOf(visit.request).text('if-match')
      return ask(visit, { ...question, lead: text, etag, back: addressOf(visit, section) })
    },
    ...(record && {
      compared: {
        ...record,
        texts: async (now: Body) => [await record.wanted(), await record.now(now)] as const,
        same: () => back(visit, 'same', section),
        back: addressOf(visit, section),
      },
    }),
  })
}

/** Redirects to the project's page, with a notice of what was done. */
export function back({ reply, here }: Visit, done: Done, section?: SectionName) {
  return reply.redirect(`${here}?done=${done}${section ? `#${section}` : ''}`, 303)
}

function addressOf({ here }: Visit, section?: SectionName): string {
  return `${here}${section ? `#${section}` : ''}`
}
