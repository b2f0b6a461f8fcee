import type { KeyRing } from '@mediajobs/domain'
import { type Rekeyed, rekeySecrets } from '@mediajobs/operations/secrets'
import { environment, variables } from '@mediajobs/runtime'
import { command, withStore } from './command.ts'

export const rekey = command({
  help: 'Encrypts every secret with the newest key of SECRETS_KEY.',
  notes: 'Exits with 1 if a secret still needs an older key. Can be interrupted and rerun.',
  options: {},
  async run() {
    const { SECRETS_KEY } = environment({ SECRETS_KEY: variables.SECRETS_KEY })
    const json = await withStore(({ sql }, show) =>
      rekeySecrets(sql, SECRETS_KEY, (rekeyed) => show(`${rekeyed} re-encrypted …`)),
    )
    return { json, text: readable(json, SECRETS_KEY), isUnfinished: json.left.length > 0 }
  },
})

function readable({ rekeyed, left, unreadable }: Rekeyed, { keyIds }: KeyRing): string {
  const newest = `the newest key (${keyIds[0]})`
  const lines = left.map(({ keyId, count }) => {
    const place = keyIds.indexOf(keyId)
    const key = `the key ${keyId}, which ${place > 0 ? `is number ${place + 1} of` : 'is not in'}`
    return `left: ${count} with ${key} SECRETS_KEY`
  })
  lines.push(...unreadable.map((row) => `unreadable: ${row} has changed since it was encrypted`))
  if (left.length === 0) {
    return `${rekeyed} secrets re-encrypted. All have ${newest}: older keys can be removed.`
  }
  const advice = left.some(({ keyId }) => !keyIds.includes(keyId))
    ? 'Append the missing keys to SECRETS_KEY and rerun.'
    : 'First restart every process with the newest key, then rerun.'
  return [`${rekeyed} secrets re-encrypted with ${newest}.`, ...lines, advice].join('\n')
}
