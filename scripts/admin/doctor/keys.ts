import { checkSecrets } from '@mediajobs/operations/secrets'
import { type Check, counted, named, ok, warning, wrong } from './check.ts'

// Half of what a check may take: the count comes first.
const DECRYPT_LIMIT_MS = 5_000

export const keysCheck: Check = {
  name: 'keys',
  async run({ settings, sql }) {
    const { SECRETS_KEY: keyRing } = settings.read('SECRETS_KEY')
    const { byKey, decrypted, unreadable } = await checkSecrets(
      await sql(),
      keyRing,
      DECRYPT_LIMIT_MS,
    )
    const [newest, ...older] = keyRing.keyIds
    const countOf = (keyId: string) => byKey.find((each) => each.keyId === keyId)?.count ?? 0
    const total = byKey.reduce((sum, { count }) => sum + count, 0)
    const missing = byKey.filter(({ keyId }) => !keyRing.keyIds.includes(keyId))
    if (missing.length > 0) {
      const needed = missing.map(
        ({ keyId, count }) => `${counted(count, 'secret')} with the key ${keyId}`,
      )
      return wrong(
        `SECRETS_KEY can't decrypt ${named(needed)}.`,
        'Put the missing key at the end of SECRETS_KEY of all processes (docs/operating.md#secrets).',
      )
    }
    if (unreadable.length > 0) {
      return wrong(
        `${counted(unreadable.length, 'secret')} changed since being encrypted: ${named(unreadable)}.`,
        'Restore these rows, or rotate the secret of the subscription and revoke the delivery.',
      )
    }
    if (older.some((keyId) => countOf(keyId) > 0)) {
      const left = older.reduce((sum, keyId) => sum + countOf(keyId), 0)
      return warning(
        `${counted(left, 'secret')} of ${total} still encrypted with an older key.`,
        'When every process has the newest key: npx -y pnpm@12 admin rekey',
      )
    }
    const unneeded = older.filter((keyId) => countOf(keyId) === 0)
    if (unneeded.length > 0) {
      return warning(
        `No secret needs ${named(unneeded.map((keyId) => `the key ${keyId}`))}.`,
        'Unless you are replacing the newest key with it, remove it from SECRETS_KEY and restart.',
      )
    }
    return ok(`${counted(total, 'secret')} with the key ${newest}, ${decrypted} of them decrypted.`)
  },
}
