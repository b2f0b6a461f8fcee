import type { FastifyPluginAsync } from 'fastify'
import { html } from '../../html.ts'
import { PERSON } from '../door.ts'
import { personOfRequest } from '../enter.ts'
import { rootOf } from '../own-address.ts'
import { sendPlainPage } from '../send-staff-page.ts'
import { ROLE_NAMES } from '../texts.ts'
import { TEXTS } from './texts.ts'

/** `/app`: the organizations of a person. Who has one alone comes to it at once. */
export const homePages: FastifyPluginAsync = async (app) => {
  app.get('/app', PERSON, async (request, reply) => {
    const { organizations } = personOfRequest(request)
    const [first] = organizations
    const root = rootOf(request)
    if (first && organizations.length === 1) return reply.redirect(`${root}app/${first.id}`, 303)
    const list = html`<ul class="plain">${organizations.map(
      ({ id, name, role }) =>
        html`<li><a class="button" href="${root}app/${id}" dir="auto">${name}</a> <span class="soft">${ROLE_NAMES[role]}</span></li>`,
    )}</ul>`
    return sendPlainPage(request, reply, {
      title: TEXTS.title,
      isSignedIn: true,
      body: first ? list : html`<p>${TEXTS.none}</p>`,
    })
  })
}
