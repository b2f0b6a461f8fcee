// docs/contract.md#c4-assign

import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const service = await testApp(t)
const org = await service.createOrg()
const ROLES = { technician: 'TECHNICIAN', editor: 'EDITOR', 'project-manager': 'MANAGER' } as const

const call = (method: string, path: string, body?: unknown) =>
  service.request(method, path, { key: org.key, body })

async function newProject(): Promise<string> {
  const { body } = await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  return body.id
}

t.test('each assignment answers the project, and null takes it back', async (t) => {
  const id = await newProject()
  const customer = await call('POST', '/customers', { name: 'Ann', email: 'ann@example.test' })
  const assigned: [string, string, string][] = [['customer', 'customerId', customer.body.id]]
  for (const [name, role] of Object.entries(ROLES)) {
    const { userId } = await service.createMember(org, role)
    assigned.push([name, 'userId', userId])
  }
  for (const [name, sent, value] of assigned) {
    const field = `${name.replace('-m', 'M')}Id`
    for (const each of [value, null]) {
      const answer = await call('PATCH', `/projects/${id}/assign-${name}`, { [sent]: each })
      t.match(answer, { status: 200, body: { id, status: 'PENDING', [field]: each } }, name)
    }
  }
})

t.test('a person who was deactivated is assigned to nothing', async (t) => {
  const id = await newProject()
  for (const [name, role] of Object.entries(ROLES)) {
    const { userId } = await service.createMember(org, role)
    t.equal((await call('PATCH', `/users/${userId}`, { active: false })).status, 200)
    const answer = await call('PATCH', `/projects/${id}/assign-${name}`, { userId })
    t.match(answer, { status: 404, body: { code: 'not_found' } }, name)
  }
})
