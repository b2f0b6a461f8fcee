import { recordSecrets } from '@mediajobs/runtime/testing'
import type { TestApp } from '@mediajobs/testing/api/app'
import { anyAddress } from '@mediajobs/testing/api/request'
import ICAL from 'ical.js'

const DAY_MS = 86_400_000

/** The start of the current hour, `days` from now. */
export function inDays(days: number): string {
  const hourMs = 3_600_000
  const ms = Math.floor((Date.now() + days * DAY_MS) / hourMs) * hourMs
  return new Date(ms).toISOString()
}

/** An organization with a technician, and helpers for their calendar. */
export async function calendarStudio(api: TestApp) {
  const org = await api.createOrg()
  const technician = await api.createMember(org, 'TECHNICIAN')
  const call = (method: string, path: string, body?: unknown, key = org.key) =>
    api.request(method, path, { key, body })
  const calendarOf = `/users/${technician.userId}/calendar`
  return {
    api,
    org,
    technician,
    call,
    calendarOf,
    /** Creates a calendar and returns its path. */
    async newCalendar(path = calendarOf): Promise<string> {
      const { body } = await call('POST', path)
      return pathOf(body.url)
    },
    async book(fields: object = {}) {
      const { body } = await call('POST', '/projects/create', {
        scheduledTime: inDays(2),
        technicianId: technician.userId,
        ...fields,
      })
      return body
    },
    /** Reads like a calendar app, from a random network. */
    read: (path: string, headers: Record<string, string> = {}) =>
      api.request('GET', path, { headers: { 'x-forwarded-for': anyAddress(), ...headers } }),
  }
}

/** The path of a calendar URL. Its token is a secret: no log may contain it. */
export function pathOf(url: string): string {
  const { pathname } = new URL(url)
  recordSecrets(pathname.replace(/^\/calendars\/(.*)\.ics$/, '$1'), 'calendarToken')
  return pathname
}

/** The calendar and its events, parsed by an independent library. */
export function parsed(body: string) {
  const calendar = new ICAL.Component(ICAL.parse(body))
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  return { calendar, events }
}
