import type { FastifyReply } from 'fastify'
import { isId } from '../id.ts'
import { type Visit, withQuery } from '../visit.ts'
import { addressOf } from './list.ts'

/** Leads to the delivery, the event or the job with an id; `undefined` when nothing has it. */
export async function find(visit: Visit, text: string): Promise<FastifyReply | undefined> {
  const { staff, reply, at, clock } = visit
  if (!isId(text)) return undefined
  const id = text.toLowerCase()
  const narrowed = (name: string) =>
    withQuery(`${at}/deliveries`, [
      [name, id],
      ['zone', clock.isUtc ? 'utc' : null],
    ])
  const places = [
    [`/webhooks/deliveries/${id}`, addressOf(visit, id)],
    [`/events/${id}`, narrowed('eventId')],
    [`/projects/${id}`, narrowed('projectId')],
  ] as const
  const found = await Promise.all(
    places.map(async ([url, address]) => {
      const { status } = await staff.call({ method: 'GET', url })
      return status === 200 ? [address] : []
    }),
  )
  const [first] = found.flat()
  return first === undefined ? undefined : reply.redirect(first, 303)
}
