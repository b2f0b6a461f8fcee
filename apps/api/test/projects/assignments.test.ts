// docs/contract.md#c4-assign

import { sharedApp } from '@mediajobs/testing/api/app'
import t from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const ROLES = { technician: 'TECHNICIAN', editor: 'EDITOR', 'project-manager': 'MANAGER' } as const

const { call } = org

async function newProject(): Promise<string> {
  const { body } = await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
  return body.id
}

t.test(
  'each assignment returns the project, and null removes the assignment [i4-assign-technician, i4-assign-editor, i4-assign-project-manager, i4-assign-customer, c4-assign]',
  async (t) => {
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
        const response = await call('PATCH', `/projects/${id}/assign-${name}`, { [sent]: each })
        t.match(response, { status: 200, body: { id, status: 'PENDING', [field]: each } }, name)
      }
    }
  },
)

t.test('a deactivated person cannot be assigned [c4-assign-member]', async (t) => {
  const id = await newProject()
  for (const [name, role] of Object.entries(ROLES)) {
    const { userId } = await service.createMember(org, role)
    t.equal((await call('PATCH', `/users/${userId}`, { active: false })).status, 200)
    const response = await call('PATCH', `/projects/${id}/assign-${name}`, { userId })
    t.match(response, { status: 404, body: { code: 'not_found' } }, name)
  }
})
