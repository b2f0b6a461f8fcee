import { clockSkewSeconds } from '@mediajobs/db'
import { checkSecrets } from '@mediajobs/operations/secrets'
import {
  EnvironmentError,
  environment,
  isRequired,
  unknownVariables,
  uploadCredential,
  variables,
} from '@mediajobs/runtime'
import { listBucket } from '../bucket/listing.ts'
import {
  counted,
  type Finding,
  type Name,
  NotChecked,
  named,
  ok,
  type Patient,
  type Settings,
  warning,
  wrong,
} from './check.ts'
import { storeOptions } from './stores.ts'

type Variables = typeof variables

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const names = Object.keys(variables) as Name[]
  const problems = names.flatMap((name) => problemOf(name, env) ?? [])
  return {
    problems,
    read(...wanted) {
      const missing = wanted.filter((name) => problemOf(name, env) !== null)
      if (missing.length > 0)
        throw new NotChecked(`${missing.join(' and ')} must be set and valid.`)
      const specs = Object.fromEntries(wanted.map((name) => [name, variables[name]]))
      return environment(specs as Pick<Variables, (typeof wanted)[number]>, env)
    },
  }
}

function problemOf(name: Name, env: NodeJS.ProcessEnv): string | null {
  if (env[name] === undefined && !isRequired(name)) return null
  try {
    environment({ [name]: variables[name] } as Pick<Variables, typeof name>, env)
    return null
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
}

export async function checkVariables({ settings }: Patient): Promise<Finding> {
  const problems = [...settings.problems, ...halfCredential(settings)]
  if (problems.length > 0) {
    return wrong(
      `${problems.join('; ')}.`,
      'See docs/operating.md#variables. The doctor needs the variables of all processes.',
    )
  }
  const unknown = unknownVariables().map(({ variable, nearest }) =>
    nearest === undefined ? variable : `${variable} (${nearest}?)`,
  )
  if (unknown.length > 0) {
    return warning(
      `Unknown: ${unknown.join(', ')}.`,
      'Correct the name, or remove the variable: it has no effect.',
    )
  }
  return ok('All set variables are known and valid.')
}

function halfCredential(settings: Settings): string[] {
  try {
    uploadCredential(settings.read('S3_UPLOAD_ACCESS_KEY', 'S3_UPLOAD_SECRET_KEY'))
  } catch (error) {
    if (error instanceof EnvironmentError) return [error.message]
  }
  return []
}

// Well below a check's limit: counting comes first.
const DECRYPT_LIMIT_MS = 5_000

export async function checkKeys({ settings, sql }: Patient): Promise<Finding> {
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
      'Append the missing key to SECRETS_KEY of all processes (docs/operating.md#secrets).',
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
      'Once every process has the newest key: node scripts/admin.ts rekey',
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
}

// A time service keeps clocks within milliseconds. S3 refuses signatures that are 15 minutes off.
const NOTABLE_SECONDS = 5
const WRONG_SECONDS = 60
const REMEDY =
  'Run a time service on both machines (`apt install systemd-timesyncd`) and check `timedatectl`.'

export async function checkClock(patient: Patient): Promise<Finding> {
  const [ofDatabase, ofStore] = await Promise.all([databaseSkew(patient), storeSkew(patient)])
  const skews = [ofDatabase, ofStore].flatMap((skew) => skew ?? [])
  if (skews.length === 0)
    throw new NotChecked('neither the database nor the store returned a time.')
  const worst = Math.max(...skews.map(({ seconds }) => Math.abs(seconds)))
  const found = `This machine's clock is ${skews.map(sentence).join(' and ')}.`
  if (worst > WRONG_SECONDS) return wrong(found, `Uploads fail beyond 15 minutes. ${REMEDY}`)
  return worst > NOTABLE_SECONDS ? warning(found, REMEDY) : ok(found)
}

interface Skew {
  of: string
  seconds: number
}

async function databaseSkew({ sql }: Patient): Promise<Skew | null> {
  try {
    return { of: "the database's", seconds: await clockSkewSeconds(await sql()) }
  } catch {
    return null
  }
}

async function storeSkew({ settings }: Patient): Promise<Skew | null> {
  try {
    const { skewSeconds } = await listBucket(storeOptions(settings))
    return skewSeconds === null ? null : { of: "the store's", seconds: skewSeconds }
  } catch {
    return null
  }
}

function sentence({ of, seconds }: Skew): string {
  const size = Math.round(Math.abs(seconds))
  if (size === 0) return `that of ${of.replace(/'s$/, '')}`
  return `${size} s ${seconds > 0 ? 'ahead of' : 'behind'} ${of}`
}
