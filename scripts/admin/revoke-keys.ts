import { revokeKeys as revoke } from '@mediajobs/operations/organizations'
import { command, print, printJson, UsageError } from './command.ts'
import { withStore } from './store.ts'

export const revokeKeys = command({
  help: 'Revokes API keys: the next request that carries one is refused.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'whose keys' },
    key: { kind: 'id', help: 'this one' },
    user: { kind: 'email', help: 'those that this person made' },
    all: { kind: 'flag', help: 'every one: integrations stop until they have new ones' },
  },
  async run(given) {
    const which = { id: given.optional('key'), email: given.optional('user') }
    const isSome = which.id !== undefined || which.email !== undefined
    if (isSome === given.has('all')) throw new UsageError('--key, --user or --all is needed')
    const revoked = await withStore(({ database }) =>
      database.transaction((tx) => revoke(tx, given.text('organization'), which)),
    )
    if (given.has('json')) {
      printJson(revoked)
    } else {
      for (const { id, prefix, name } of revoked) print(`revoked  ${id}  ${prefix}…  ${name}`)
      if (revoked.length === 0) print('There is none that is not revoked already.')
    }
    return true
  },
})
