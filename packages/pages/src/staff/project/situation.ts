import type { ProjectStatus } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { type IconName, icon } from '../../icons.ts'
import { isLate, isUnassigned, TECHNICIAN_WORK } from '../board/work.ts'
import type { Round } from '../records.ts'
import { mayDeliver } from './delivery.ts'
import type { View } from './read.ts'
import { TEXTS } from './texts.ts'

/** The most important fact about a project, and where to act on it. */
interface Situation {
  text: string
  /** The banner's link. */
  to?: string | undefined
  /** The time of that fact. */
  time?: string | null
  isAlarm?: boolean
  icon?: IconName
}

const texts = TEXTS.situation

export function situation(view: View): Html {
  const { project, here, when } = view
  const { text, to, time, isAlarm, icon: name = 'clock' } = situationOf(view)
  const content = html`${icon(name)}<span dir="auto">${text}</span>${time ? when.time(time) : nothing}`
  const hue = isAlarm ? 'late' : project.status
  return to
    ? html`<a class="banner ${hue}" href="${to.startsWith('#') ? to : here + to}">${content}</a>`
    : html`<p class="banner ${hue}">${content}</p>`
}

function situationOf(view: View): Situation {
  const { project, newestRound: newest } = view
  const { status, scheduledTime, cancelledAt } = project
  if (status === 'CANCELLED') return { text: texts.canceled, time: cancelledAt, icon: 'x' }
  const open = newest?.items.filter((item) => item.status === 'OPEN').length ?? 0
  if (newest && (open > 0 || status === 'IN_REVISION')) return asked(view, newest, open)
  if (isLate(project)) {
    const text = status === 'SHOOTING' ? texts.notEnded : texts.notStarted
    return { text, time: scheduledTime, isAlarm: true }
  }
  if (isUnassigned(project)) return unassigned(view)
  if (status === 'DELIVERED') return delivered(view)
  return working(view)
}

function asked(
  view: View,
  { items, requestedAt, requestedByUserId, resolvedAt }: Round,
  open: number,
): Situation {
  if (items.length > 0 && open === 0) {
    const to = mayDeliver(view) ? '/preview' : '#changes'
    const next = mayDeliver(view) ? ` ${texts.deliverAgain}` : ''
    return { text: texts.answered + next, to, time: resolvedAt, icon: 'message-square' }
  }
  const who = requestedByUserId === null ? view.clientName : view.nameOf(requestedByUserId)
  const rest = open < items.length ? ` ${texts.stillOpen(open)}` : ''
  const text = texts.asked(who, items.length) + rest
  return { text, to: '#changes', time: requestedAt, icon: 'message-square' }
}

function unassigned({ staff, project }: View): Situation {
  const isShoot = TECHNICIAN_WORK.includes(project.status)
  const fact = isShoot ? 'technician' : 'editor'
  return {
    text: isShoot ? texts.noTechnician : texts.noEditor,
    to: staff.may('updateProject') ? `?edit=${fact}#fact-${fact}` : `#fact-${fact}`,
    time: isShoot ? project.scheduledTime : null,
    isAlarm: true,
    icon: 'user',
  }
}

function working(view: View): Situation {
  const { project, nameOf } = view
  const { scheduledTime, technicianId, editorId } = project
  const technician = technicianId && nameOf(technicianId)
  const editor = editorId && nameOf(editorId)
  const to = mayDeliver(view) ? '/preview' : undefined
  const by: Partial<Record<ProjectStatus, Situation>> = {
    PENDING: { text: texts.PENDING, time: scheduledTime },
    BOOKED: { text: texts.BOOKED(technician), time: scheduledTime },
    SHOOTING: { text: texts.SHOOTING(technician), time: scheduledTime },
    UPLOADED: { text: texts.UPLOADED(editor), to: '#files' },
    EDITING: { text: texts.EDITING(editor), to: '#files' },
    IN_REVIEW: { text: texts.IN_REVIEW, to: to ?? '#files' },
    IN_REVISION: { text: texts.IN_REVISION(editor), to: '#files' },
  }
  return by[project.status] ?? { text: '' }
}

function delivered(view: View): Situation {
  const { project, delivery } = view
  const to = '#delivery'
  const body = delivery?.body
  if (!body || body.revokedAt !== null) {
    return { text: texts.revoked, to, time: body?.revokedAt ?? project.deliveredAt, isAlarm: true }
  }
  const who = view.clientName
  if (body.approvedAt !== null) {
    const by = body.approvedByUserId
    const text = by === null ? texts.approved(who) : texts.approvedBy(view.nameOf(by))
    return { text, to, time: body.approvedAt }
  }
  if (body.expiresAt !== null && Date.parse(body.expiresAt) < Date.now()) {
    return { text: texts.ended, to, time: body.expiresAt, isAlarm: true }
  }
  return body.lastViewedAt === null
    ? { text: texts.unseen(who), to, time: body.createdAt }
    : { text: texts.seen(who), to, time: body.lastViewedAt }
}
