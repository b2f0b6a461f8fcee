import type { Schemas } from '@mediajobs/client'
import type { FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm } from '../change-form.ts'
import { callWith, type Person } from '../staff.ts'
import { LANGUAGE } from '../texts.ts'

export const TEXTS = {
  organizations: {
    title: 'Your organizations',
    none: "You aren't a member of any organization. Ask an administrator to invite you.",
  },
  title: 'Your account',
  signedInAs: (name: string, email: string) => `You are signed in as ${name}, ${email}.`,
  until: (time: string) => `You stay signed in until ${time}.`,
  signOut: 'Sign out',
  password: 'Change your password',
  ends: 'This ends all your other sessions, on every device.',
  current: 'Current password',
  next: 'New password',
  repeat: 'Repeat new password',
  rule: (least: number) => `At least ${least} characters.`,
  submit: 'Change password',
  changed: 'Password changed. All your other sessions have ended.',
  wrong: "That isn't your current password.",
  differs: "The new passwords don't match.",
  invalid: (least: number) => `A new password needs at least ${least} characters.`,
  calendars: {
    title: 'Calendars',
    lead: 'Subscribe to your jobs in your calendar app. Anyone with this link can see your jobs.',
    make: 'Create calendar link',
    since: (time: string) => `Link created ${time}`,
    address: 'Your calendar link',
    once: "Add it to your calendar app now. You won't see it again.",
    subscribe: 'Subscribe',
    copy: 'Copy link',
    copied: 'Copied',
    selected: 'The link is selected. Copy it with your keyboard or the menu.',
    renew: 'New link',
    renewSure: 'Your current link stops working. Subscribe again with the new one.',
    renewYes: 'Create new link',
    end: 'Remove link',
    endSure: 'Calendar apps with this link stop getting updates.',
    endYes: 'Remove link',
    ended: 'Calendar link removed.',
  },
  slowed: (wait: string) => `Too many attempts. Try again in ${wait}.`,
} as const

export interface CalendarCaller {
  request: FastifyRequest
  token: string
  person: Person
}

/** A new address ends the one before it. So a form that is sent twice shows the address that works. */
export function makeCalendar({ request, token, person }: CalendarCaller, organizationId: string) {
  return callWith<Schemas['NewCalendar'] & ErrorBody>(
    request,
    { token, organizationId },
    { method: 'POST', url: calendarUrl(person) },
  )
}

/** The address of the calendar of a person in an organization, in the API. */
export function calendarUrl({ user }: Person): string {
  return `/users/${user.id}/calendar`
}

/** @param made the address that was just made: it is shown this once */
export function calendarSection(
  organizations: Person['organizations'],
  root: string,
  made: string | undefined,
): Html {
  if (organizations.length === 0) return nothing
  return html`<section id="calendars" aria-labelledby="calendars-title">
<h2 id="calendars-title">${TEXTS.calendars.title}</h2>
<p>${TEXTS.calendars.lead}</p>
${made === undefined ? nothing : newAddress(made)}
<ul class="plain">${organizations.map((each) => calendar(each, root))}</ul></section>`
}

function newAddress(url: string): Html {
  const texts = TEXTS.calendars
  return html`<div class="notice done"><p class="field"><label for="calendar-url">${texts.address}</label>
<span class="soft" id="calendar-hint">${texts.once}</span>
<input id="calendar-url" readonly value="${url}" aria-describedby="calendar-hint"></p>
<div class="actions"><a class="button" href="${url.replace(/^https?:/, 'webcal:')}">${texts.subscribe}</a>
<button type="button" data-copy="calendar-url" data-copied="${texts.copied}" data-selected="${texts.selected}" hidden>${texts.copy}</button> <span role="status"></span></div></div>`
}

function calendar({ id, name, calendarCreatedAt }: Person['organizations'][number], root: string) {
  const texts = TEXTS.calendars
  const action = `${root}app/account/calendars/${id}`
  const make = (text: string) => changeForm({ action, content: html`<button>${text}</button>` })
  if (calendarCreatedAt === null) {
    return html`<li><b dir="auto">${name}</b><div class="actions">${make(texts.make)}</div></li>`
  }
  const end = changeForm({
    action: `${action}/end`,
    content: html`<input type="hidden" name="was" value="${calendarCreatedAt}"><button>${texts.endYes}</button>`,
  })
  return html`<li><b dir="auto">${name}</b> <span class="soft">${texts.since(inUtc(calendarCreatedAt))}</span>
<div class="actions"><details><summary>${texts.renew}&hellip;</summary><p>${texts.renewSure}</p>${make(texts.renewYes)}</details>
<details><summary>${texts.end}&hellip;</summary><p>${texts.endSure}</p>${end}</details></div></li>`
}

/** An account belongs to no organization, so it has no time zone. */
export function inUtc(instant: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(LANGUAGE, style).format(new Date(instant))} UTC`
}
