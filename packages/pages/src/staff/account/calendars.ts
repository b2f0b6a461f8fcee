import { type Html, html, nothing } from '../../html.ts'
import { changeForm, copyField, hidden } from '../change-form.ts'
import { confirmButton, section } from '../parts.ts'
import type { Person } from '../staff.ts'
import { LANGUAGE } from '../texts.ts'

export const TEXTS = {
  organizations: {
    title: 'Your organizations',
    none: "You aren't a member of any organization. Ask an administrator to invite you.",
  },
  title: 'Your account',
  signedInAs: (name: string, email: string) => `You're signed in as ${name}, ${email}.`,
  left: (time: string) => `You stay signed in for ${time}.`,
  signOut: 'Sign out',
  password: 'Change your password',
  ends: 'This ends all your other sessions, on every device.',
  current: 'Current password',
  next: 'New password',
  repeat: 'Repeat new password',
  rule: (least: number) => `At least ${least} characters.`,
  submit: 'Change password',
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
    renew: 'New link',
    renewSure: 'Your current link stops working. Subscribe again with the new one.',
    end: 'Remove link',
    endSure: 'Calendar apps with this link stop getting updates.',
  },
  done: {
    password: 'Password changed. All your other sessions have ended.',
    calendar: 'Calendar link removed.',
  },
  slowed: (wait: string) => `Too many attempts. Try again in ${wait}.`,
} as const

/** @param made a newly created URL, shown once */
export function calendarSection(
  organizations: Person['organizations'],
  root: string,
  made: string | undefined,
): Html {
  if (organizations.length === 0) return nothing
  return section(
    'calendars',
    TEXTS.calendars.title,
    html`<p>${TEXTS.calendars.lead}</p>
${made === undefined ? nothing : newAddress(made)}
<ul class="plain">${organizations.map((each) => calendar(each, root))}</ul>`,
  )
}

function newAddress(url: string): Html {
  const texts = TEXTS.calendars
  return html`<div class="notice done">${copyField({
    id: 'calendar-url',
    label: texts.address,
    hint: texts.once,
    value: url,
    button: texts.copy,
    more: html`<a class="button" href="${url.replace(/^https?:/, 'webcal:')}">${texts.subscribe}</a>`,
  })}</div>`
}

function calendar({ id, name, calendarCreatedAt }: Person['organizations'][number], root: string) {
  const texts = TEXTS.calendars
  const action = `${root}app/account/calendars/${id}`
  if (calendarCreatedAt === null) {
    const make = changeForm({ action, content: html`<button>${texts.make}</button>` })
    return html`<li><b dir="auto">${name}</b><div class="actions">${make}</div></li>`
  }
  return html`<li><b dir="auto">${name}</b> <span class="soft">${texts.since(inUtc(calendarCreatedAt))}</span>
<div class="actions">${confirmButton({ label: texts.renew, question: texts.renewSure, action, isHarmless: true })}
${confirmButton({ label: texts.end, question: texts.endSure, action: `${action}/end`, fields: hidden({ was: calendarCreatedAt }) })}</div></li>`
}

/** An account belongs to no organization, so it has no time zone. */
export function inUtc(instant: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(LANGUAGE, style).format(new Date(instant))} UTC`
}
