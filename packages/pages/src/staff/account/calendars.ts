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
    none: 'You are a member of no organization now. Ask an administrator to invite you again.',
  },
  title: 'Your account',
  signedInAs: (name: string, email: string) => `You are signed in as ${name}, ${email}.`,
  until: (time: string) => `You stay signed in until ${time}.`,
  signOut: 'Sign out',
  password: 'Change your password',
  ends: 'This ends all your other sessions, on every device.',
  current: 'Password now',
  next: 'New password',
  repeat: 'New password again',
  rule: (least: number) => `At least ${least} characters.`,
  submit: 'Change the password',
  changed: 'Your password is changed. All your other sessions have ended.',
  wrong: 'The password now is another one.',
  differs: 'The two new passwords differ.',
  invalid: (least: number) => `A new password has at least ${least} characters.`,
  calendars: {
    title: 'Calendars',
    lead: 'Your calendar app can subscribe to your jobs. Who knows the address can read them.',
    make: 'Make an address',
    since: (time: string) => `has an address since ${time}`,
    address: 'The address of your calendar',
    once: 'It is shown this once. Put it into your calendar app now.',
    subscribe: 'Subscribe',
    copy: 'Copy the address',
    copied: 'Copied.',
    selected: 'The address is selected. Copy it with your keyboard or the menu.',
    renew: 'New address',
    renewSure: 'The address that you have now ends: subscribe again with the new one.',
    renewYes: 'Make a new address',
    end: 'End it',
    endSure: 'Calendar apps that have the address get nothing any more.',
    endYes: 'End the address',
    ended: 'The address of the calendar has ended.',
    changed:
      'There is another address in the meantime. Nothing was changed: look at it, and choose again.',
  },
  slowed: (wait: string) => `Too many passwords were tried. Wait ${wait}, then try again.`,
} as const

/** Organizations whose calendars are shown: each one is a call. */
const ORGANIZATIONS_SHOWN = 20

/** The calendar of a person in an organization. Its address is known only when it is made. */
export interface OwnCalendar {
  organization: Person['organizations'][number]
  /** `undefined` when there is none. */
  createdAt: string | undefined
  etag: string | undefined
}

export interface CalendarCaller {
  request: FastifyRequest
  token: string
  person: Person
}

export async function readCalendars(caller: CalendarCaller): Promise<OwnCalendar[]> {
  const organizations = caller.person.organizations.slice(0, ORGANIZATIONS_SHOWN)
  const found = await Promise.all(
    organizations.map(async (organization) => {
      const response = await callCalendar<Schemas['Calendar']>(caller, organization.id, 'GET')
      const { status, headers, body } = response
      if (status !== 200 && status !== 404) return []
      const isMade = status === 200
      const etag = isMade ? String(headers.etag) : undefined
      return [{ organization, createdAt: isMade ? body.createdAt : undefined, etag }]
    }),
  )
  return found.flat()
}

/** A new address ends the one before it. So a form that is sent twice shows the address that works. */
export function makeCalendar(caller: CalendarCaller, organizationId: string) {
  return callCalendar<Schemas['NewCalendar']>(caller, organizationId, 'POST')
}

export function endCalendar(caller: CalendarCaller, organizationId: string, ifMatch?: string) {
  return callCalendar<null>(caller, organizationId, 'DELETE', ifMatch)
}

function callCalendar<Body>(
  { request, token, person }: CalendarCaller,
  organizationId: string,
  method: 'GET' | 'POST' | 'DELETE',
  ifMatch?: string,
) {
  const url = `/users/${person.user.id}/calendar`
  const credential = { token, organizationId }
  return callWith<Body & ErrorBody>(request, credential, { method, url, ifMatch })
}

/** @param made the address that was just made: it is shown this once */
export function calendarSection(
  calendars: readonly OwnCalendar[],
  root: string,
  made: string | undefined,
): Html {
  if (calendars.length === 0) return nothing
  return html`<section id="calendars" aria-labelledby="calendars-title">
<h2 id="calendars-title">${TEXTS.calendars.title}</h2>
<p>${TEXTS.calendars.lead}</p>
${made === undefined ? nothing : newAddress(made)}
<ul class="plain">${calendars.map((each) => calendar(each, root))}</ul></section>`
}

function newAddress(url: string): Html {
  const texts = TEXTS.calendars
  return html`<div class="notice done"><p class="field"><label for="calendar-url">${texts.address}</label>
<span class="soft" id="calendar-hint">${texts.once}</span>
<input id="calendar-url" readonly value="${url}" aria-describedby="calendar-hint"></p>
<div class="actions"><a class="button" href="${url.replace(/^https?:/, 'webcal:')}">${texts.subscribe}</a>
<button type="button" data-copy="calendar-url" data-copied="${texts.copied}" data-selected="${texts.selected}" hidden>${texts.copy}</button> <span role="status"></span></div></div>`
}

function calendar({ organization, createdAt, etag }: OwnCalendar, root: string): Html {
  const texts = TEXTS.calendars
  const action = `${root}app/account/calendars/${organization.id}`
  const make = (text: string) => changeForm({ action, content: html`<button>${text}</button>` })
  if (createdAt === undefined || etag === undefined) {
    return html`<li><b dir="auto">${organization.name}</b><div class="actions">${make(texts.make)}</div></li>`
  }
  const end = changeForm({
    action: `${action}/end`,
    etag,
    content: html`<button>${texts.endYes}</button>`,
  })
  return html`<li><b dir="auto">${organization.name}</b> <span class="soft">${texts.since(inUtc(createdAt))}</span>
<div class="actions"><details><summary>${texts.renew}&hellip;</summary><p>${texts.renewSure}</p>${make(texts.renewYes)}</details>
<details><summary>${texts.end}&hellip;</summary><p>${texts.endSure}</p>${end}</details></div></li>`
}

/** An account belongs to no organization, so it has no time zone. */
export function inUtc(instant: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(LANGUAGE, style).format(new Date(instant))} UTC`
}
