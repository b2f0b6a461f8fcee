import { createOrganization as create, type NewOrganization } from '@mediajobs/operations'
import { command, print, printJson } from './command.ts'
import { withStore } from './store.ts'

export const createOrganization = command({
  says: 'Makes an organization with its first ADMIN and a key of theirs.',
  notes: 'Prints the password and the key, which are not shown again.',
  options: {
    name: { kind: 'name', isNeeded: true, says: 'what it is called, 1 to 200 characters' },
    'owner-email': { kind: 'email', isNeeded: true, says: 'whose account becomes its first ADMIN' },
    'owner-name': { kind: 'name', says: 'what they are called there; their email by default' },
  },
  async run(given) {
    const ownerName = given.optional('owner-name')
    const input = {
      name: given.text('name'),
      ownerEmail: given.text('owner-email'),
      ...(ownerName !== undefined && { ownerName }),
    }
    const made = await withStore(({ database }) => database.transaction((tx) => create(tx, input)))
    if (given.has('json')) printJson(made)
    else print(readable(made))
    return true
  },
})

function readable({ organization, owner, password, apiKey }: NewOrganization): string {
  return [
    `organization  ${organization.name}  ${organization.id}`,
    `owner         ${owner.email}  ${owner.id}`,
    `password      ${password ?? '(they have an account already, with its own password)'}`,
    `API key       ${apiKey}`,
    'Neither the password nor the key is shown again.',
  ].join('\n')
}
