import type { KeyRing } from '@mediajobs/domain'
import { type Rekeyed, rekeySecrets } from '@mediajobs/operations/secrets'
import { environment, variables } from '@mediajobs/runtime'
import { command, print, printJson } from './command.ts'
import { withProgress } from './progress.ts'
import { withStore } from './store.ts'

export const rekey = command({
  help: 'Encrypts every secret with the newest key of SECRETS_KEY.',
  notes:
    'Says what still needs an older key, and then ends with 1. It can be broken off and run again.',
  options: {},
  async run(given) {
    const { SECRETS_KEY } = environment({ SECRETS_KEY: variables.SECRETS_KEY })
    const outcome = await withProgress((show) =>
      withStore(({ sql }) =>
        rekeySecrets(sql, SECRETS_KEY, (rekeyed) => show(`${rekeyed} encrypted anew …`)),
      ),
    )
    if (given.has('json')) printJson(outcome)
    else print(readable(outcome, SECRETS_KEY))
    return outcome.left.length === 0
  },
})

function readable({ rekeyed, left, unreadable }: Rekeyed, { keyIds }: KeyRing): string {
  const newest = `the newest key (${keyIds[0]})`
  const lines = left.map(({ keyId, count }) => {
    const place = keyIds.indexOf(keyId)
    const key = `the key ${keyId}, which ${place > 0 ? `is number ${place + 1} of` : 'is not in'}`
    return `left: ${count} under ${key} SECRETS_KEY`
  })
  lines.push(...unreadable.map((row) => `unreadable: ${row} was changed since it was encrypted`))
  if (left.length === 0) {
    return `${rekeyed} secrets encrypted anew. All are under ${newest}: older keys can go.`
  }
  const advice = left.some(({ keyId }) => !keyIds.includes(keyId))
    ? 'Put the keys that are missing back behind the newest and run this again.'
    : 'Restart every process with the newest key first and run this again.'
  return [`${rekeyed} secrets encrypted anew with ${newest}.`, ...lines, advice].join('\n')
}
