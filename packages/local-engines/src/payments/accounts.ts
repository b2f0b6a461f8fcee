import { Refusal } from './form.ts'
import { newId, type Owner } from './objects.ts'

interface Account {
  id: string
  name: string
}

interface Key {
  accountId: string
  livemode: boolean
  /** First segments of paths below `/v1/` that a restricted key may not use. */
  mayNot: readonly string[]
}

const KEY = /^(sk|rk)_(test|live)_\w{8,200}$/

/** Accounts and their keys. */
export class Accounts {
  readonly #accounts = new Map<string, Account>()
  readonly #keys = new Map<string, Key>()

  /** Adds an account with one key. */
  add(name: string, secretKey = newId('sk_test')): { accountId: string; secretKey: string } {
    const account = { id: newId('acct'), name }
    this.#accounts.set(account.id, account)
    this.addKey(account.id, { secretKey })
    return { accountId: account.id, secretKey }
  }

  /** Adds a key, in test mode by default. With `mayNot`, a restricted one. */
  addKey(
    accountId: string,
    {
      secretKey,
      livemode = false,
      mayNot = [],
    }: { secretKey?: string; livemode?: boolean; mayNot?: readonly string[] } = {},
  ): string {
    const kind = mayNot.length > 0 ? 'rk' : 'sk'
    const key = secretKey ?? newId(`${kind}_${livemode ? 'live' : 'test'}`)
    const mode = KEY.exec(key)?.[2]
    if (!mode) throw new Error('A key begins with sk_test_, sk_live_, rk_test_ or rk_live_')
    this.#keys.set(key, { accountId, livemode: mode === 'live', mayNot })
    return key
  }

  refuseKey(secretKey: string): void {
    this.#keys.delete(secretKey)
  }

  /** The owner of a call's key. @throws {Refusal} */
  ownerOf(authorization: string | undefined, path: string): Owner {
    const key = keyOf(authorization)
    const known = this.#keys.get(key)
    if (!known) throw new Refusal(401, `Invalid API Key provided: ${masked(key)}`)
    const { accountId, livemode, mayNot } = known
    const [, , resource = ''] = path.split('/')
    if (mayNot.includes(resource)) {
      throw new Refusal(
        403,
        `The provided key '${masked(key)}' does not have the required permissions for this endpoint on account '${accountId}'.`,
      )
    }
    return { accountId, livemode }
  }

  /** The object of `GET /v1/account`. */
  object(accountId: string) {
    const account = this.#accounts.get(accountId)
    return {
      id: accountId,
      object: 'account',
      business_profile: { name: account?.name ?? null },
      settings: { dashboard: { display_name: account?.name ?? null } },
    }
  }
}

function keyOf(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return ''
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? ''
}

/** Stripe quotes the ends of a key. */
function masked(key: string): string {
  return `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`
}
