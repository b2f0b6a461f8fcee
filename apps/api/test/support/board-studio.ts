import { sharedApp } from '@mediajobs/testing/api/app'
import { browserOf } from '@mediajobs/testing/api/staff-browser'

export const api = await sharedApp()
const FUTURE = '2099-05-01T16:30:00Z'

/** An organization with a technician, an editor, and its board. */
export async function studio() {
  const org = await api.createOrg()
  const { call } = org
  await call('PATCH', '/organization', { timeZone: 'America/Los_Angeles' })
  const technician = await api.createMember(org, 'TECHNICIAN')
  const editor = await api.createMember(org, 'EDITOR')
  await call('PATCH', `/users/${technician.userId}`, { name: 'Tom Technician' })
  await call('PATCH', `/users/${editor.userId}`, { name: 'Eve Editor' })
  const path = `/app/${org.organizationId}/board`

  async function book(addressLine1: string, status = 'BOOKED', fields: object = {}) {
    const { body } = await call('POST', '/projects/create', {
      scheduledTime: FUTURE,
      addressLine1,
      technicianId: technician.userId,
      editorId: editor.userId,
      ...fields,
    })
    if (status === 'PENDING') return body
    return (await call('PATCH', `/projects/${body.id}/status`, { status })).body
  }
  const open = async (query = '', person: { token(): Promise<string> } = org) =>
    (await browserOf(api, person)).open(path + query)
  return { org, call, technician, editor, path, book, open }
}

/** The addresses of a board's jobs, from their cards. */
export const addressesIn = (text: string) =>
  [...text.matchAll(/<li id="p-[^>]*><a [^>]*>([^<]*)</g)].map(([, address]) => address)
