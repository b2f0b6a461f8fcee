import { revokeKeys as revoke } from '@mediajobs/operations/organizations'
import { command, print, printJson, UsageError } from './command.ts'
import { withStore } from './store.ts'

export const revokeKeys = command({
  help: 'Revokes API keys: the next request with one of them is refused.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
    key: { kind: 'id', help: 'this key' },
    user: { kind: 'email', help: 'the keys that this person made' },
    all: { kind: 'flag', help: 'every key: integrations stop until they have new keys' },
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
      if (revoked.length === 0) print('All of these keys are revoked already.')
    }
    return true
  },
})
