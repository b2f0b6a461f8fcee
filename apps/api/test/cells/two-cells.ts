import { cellPrefix, generateApiKey, randomToken } from '@mediajobs/domain'
import { recordSecrets } from '@mediajobs/runtime/testing'
import { type TestApp, testApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { anyAddress, type Call } from '@mediajobs/testing/api/request'
import { signIn } from '@mediajobs/testing/api/sign-in'
import type { Test } from 'tap'

export const CELL_URLS = new Map([
  ['eu1', 'https://eu1.example.test'],
  ['us1', 'https://us1.example.test'],
])

/** Two api processes on two databases: the cells `eu1` and `us1`. */
export async function twoCells(t: Test) {
  const open = (cell: string) =>
    testApp(t, {
      cell,
      cellUrls: CELL_URLS,
      trustProxy: true,
      deliveryBaseUrl: `${CELL_URLS.get(cell)}/deliveries`,
      mediaBaseUrl: `https://media.${cell}.example.test`,
    })
  return { eu1: await open('eu1'), us1: await open('us1') }
}

/** One credential of every kind. */
export async function credentialsOf(api: TestApp) {
  const studio = await deliveringStudio(api)
  const { org, call } = studio
  const key = await call('POST', '/api-keys', { name: 'CRM', scopes: ['READ'] })
  const session = await signIn(api, org)
  const invited = await peopleOf(api, org).invite(newEmail())
  const { project, token, view } = await studio.deliverPair(
    {},
    { alterationKind: 'SKY', alterationNote: 'A blue sky' },
  )
  const calendar = await call('POST', `/users/${org.userId}/calendar`)
  const made = {
    apiKey: key.body.key as string,
    accessToken: session.body.accessToken as string,
    invitationToken: invited.body.invitationToken as string,
    deliveryToken: token,
    calendarToken: /calendars\/(.*)\.ics$/.exec(calendar.body.url)?.[1] ?? '',
    publicId: /originals\/(.*)$/.exec(view.media[1].originalsUrl)?.[1] ?? '',
  }
  recordSecrets(made)
  return { ...made, org, project, studio, shownPrefix: key.body.prefix as string }
}

/** A call with each kind of credential. */
export const CALLS = {
  'an API key': (key) => ({ method: 'GET', path: '/projects', key }),
  'a session': (token) => ({
    method: 'GET',
    path: '/projects',
    token,
    headers: { 'x-org-id': crypto.randomUUID() },
  }),
  'a session without an organization': (token) => ({
    method: 'GET',
    path: '/auth/sessions/current',
    token,
  }),
  'an invitation': (token) => ({
    method: 'POST',
    path: '/auth/invitations/accept',
    body: { token, password: 'a good long password' },
  }),
  'a password reset': (token) => ({
    method: 'POST',
    path: '/auth/password-resets/accept',
    body: { token, password: 'a good long password' },
  }),
  'a delivery': (token) => ({ method: 'GET', path: `/deliveries/${token}` }),
  'a view of a delivery': (token) => ({ method: 'POST', path: `/deliveries/${token}/views` }),
  'an approval': (token) => ({ method: 'POST', path: `/deliveries/${token}/approve` }),
  'a revision': (token) => ({
    method: 'POST',
    path: `/deliveries/${token}/request-revision`,
    body: { comment: 'Brighter' },
  }),
  'an original': (id) => ({ method: 'GET', path: `/originals/${id}` }),
  'an unsubscribe page': (token) => ({ method: 'GET', path: `/unsubscribe/${token}` }),
  'an unsubscription': (token) => ({ method: 'POST', path: `/unsubscribe/${token}` }),
} satisfies Record<string, (credential: string) => Call & { method: string; path: string }>

export type CallName = keyof typeof CALLS

/** A never issued credential for the call `name` that names the cell `cell`. */
export function unknown(name: CallName, cell: string | null): string {
  if (name === 'an API key') return generateApiKey(cell)
  if (name.startsWith('a session')) return randomToken(cell, 'mjs_')
  if (name === 'an invitation') return randomToken(cell, 'mji_')
  if (name === 'a password reset') return randomToken(cell, 'mjp_')
  if (name === 'an original') return cellPrefix(cell) + randomToken(null).slice(0, 22)
  return randomToken(cell)
}

/** Makes a call with a credential, by default from a random network. */
export function callWith(
  api: TestApp,
  name: CallName,
  credential: string,
  address: string = anyAddress(),
) {
  const { method, path, headers, ...call } = CALLS[name](credential) as Call & {
    method: string
    path: string
  }
  recordSecrets(credential, 'accessToken')
  return api.request(method, path, { ...call, headers: { ...headers, 'x-forwarded-for': address } })
}
