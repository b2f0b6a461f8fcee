import type { KeyRing } from '@mediajobs/domain'
import { type Rekeyed, rekeySecrets } from '@mediajobs/operations'
import { environment, variables } from '@mediajobs/runtime'
import { parse } from './arguments.ts'
import { withDatabase } from './database.ts'

/**
 * Encrypts every secret with the newest key of SECRETS_KEY, and says what still needs another one.
 *
 * @returns whether no older key is needed any more.
 */
export async function rekey(args: string[], print: (text: string) => void): Promise<boolean> {
  const { json } = parse(args)
  const { SECRETS_KEY } = environment({ SECRETS_KEY: variables.SECRETS_KEY })
  const said = json ? () => {} : (rekeyed: number) => print(`${rekeyed} encrypted anew …`)
  const outcome = await withDatabase(({ sql }) => rekeySecrets(sql, SECRETS_KEY, said))
  print(json ? JSON.stringify(outcome, null, 2) : readable(outcome, SECRETS_KEY))
  return outcome.left.length === 0
}

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
