// Attempts to enter an organization through another's invitation. docs/contract.md#c2-users-accept
import { randomBytes } from 'node:crypto'
import { MAX_LIVE_SESSIONS } from '@mediajobs/domain'
import { runAdmin } from '../../../support/admin.ts'
import { type Attack, type Expect, type Expectation, made, stepsAttack } from './attack.ts'
import { anyNetwork } from './network.ts'
import type { Stage } from './stage.ts'

const DENIED: Expectation = { statuses: [401, 404] }

interface Person {
  email: string
  password: string
}

export const accountAttacks: Attack[] = [
  stepsAttack("an account created before its address's organization exists", claimFirst),
  stepsAttack("a promoted member's open invitation", raised),
  stepsAttack('endless sessions', manySessions),
]

async function claimFirst(stage: Stage, expect: Expect): Promise<void> {
  const { attacker, service } = stage
  const thief = somebody()
  const stolen = await join(expect, attacker.key, thief, 'TECHNICIAN')
  const args = ['--name', 'New Customer', '--owner-email', thief.email, '--json']
  const created = await runAdmin(['create-organization', ...args], stage.databaseUrl)
  if (created.code !== 0) throw new Error(`create-organization: ${created.stderr}`)
  const { organization } = JSON.parse(created.stdout)
  const session = { authorization: `Bearer ${stolen}`, 'x-org-id': organization.id }
  await expect(get('the new organization by the old session', '/users', session, DENIED))
  const minted = { name: 'mine', scopes: ['ADMIN'] }
  await expect(post('a key by the old session', '/api-keys', session, minted, DENIED))
  const again = await expect(signIn('the old password', thief, made))
  if (again.text.includes(organization.id))
    throw new Error('the old password opens the new organization')
  // Another organization can still invite the person, who chooses a separate password.
  const { key } = await service.createOrg()
  await join(expect, key, { ...thief, password: password() }, 'EDITOR')
}

async function raised({ attacker, service }: Stage, expect: Expect): Promise<void> {
  const manager = await (await service.createMember(attacker, 'MANAGER')).keyWith('ADMIN')
  const { email, password } = somebody()
  const invited = await expect(
    post('an invitation by a manager', '/users', keyed(manager), user(email, 'MANAGER'), made),
  )
  const { id, invitationToken } = JSON.parse(invited.text)
  const raise = { role: 'ADMIN' }
  const path = `/users/${id}`
  const request = post('raised by an administrator', path, keyed(attacker.key), raise, made)
  await expect({ ...request, method: 'PATCH' })
  const token = { token: invitationToken, password }
  const accept = '/auth/invitations/accept'
  await expect(post('the old invitation', accept, {}, token, { statuses: [401, 409] }))
}

async function manySessions({ attacker }: Stage, expect: Expect): Promise<void> {
  const person = somebody()
  const first = await join(expect, attacker.key, person, 'EDITOR')
  const more = Array.from({ length: MAX_LIVE_SESSIONS }, (_, n) => `session ${n}`)
  while (more.length > 0) {
    await Promise.all(
      more.splice(0, 5).map((name) => expect(signIn(name, person, { statuses: [201] }))),
    )
  }
  const headers = { authorization: `Bearer ${first}`, 'x-org-id': attacker.organizationId }
  await expect(get('the oldest session', '/projects', headers, { statuses: [401] }))
}

/** Invites a person, accepts the invitation and returns the session. */
async function join(
  expect: Expect,
  key: string,
  { email, password }: Person,
  role: string,
): Promise<string> {
  const invited = await expect(
    post(`an invitation as ${role}`, '/users', keyed(key), user(email, role), made),
  )
  const { invitationToken: token } = JSON.parse(invited.text)
  const path = '/auth/invitations/accept'
  const accepted = await expect(post('its acceptance', path, {}, { token, password }, made))
  return JSON.parse(accepted.text).accessToken
}

function signIn(name: string, { email, password }: Person, expected: Expectation) {
  return post(name, '/auth/sessions', {}, { email, password }, expected)
}

function get(name: string, path: string, headers: Record<string, string>, expected: Expectation) {
  return { name, method: 'GET', path, headers, expected }
}

function post(
  name: string,
  path: string,
  headers: Record<string, string>,
  body: object,
  expected: Expectation,
) {
  return {
    name,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': anyNetwork(), ...headers },
    body: () => JSON.stringify(body),
    expected,
  }
}

const keyed = (key: string) => ({ 'x-api-key': key })
const user = (email: string, role: string) => ({ email, name: 'Somebody', role })
const password = () => randomBytes(18).toString('base64url')
const somebody = (): Person => ({
  email: `person-${randomBytes(6).toString('hex')}@attack.test`,
  password: password(),
})
