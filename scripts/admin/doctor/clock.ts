import { clockSkewSeconds } from '@mediajobs/db'
import { lookAtBucket } from '../bucket/look.ts'
import { storeOptions } from './bucket.ts'
import { type Check, ok, type Patient, warning, wrong } from './check.ts'
import { NotChecked } from './settings.ts'

// A time service keeps a clock within milliseconds. S3 refuses signatures from 15 minutes on.
const NOTABLE_SECONDS = 5
const WRONG_SECONDS = 60
const REMEDY =
  'Run a time service on both machines (`apt install systemd-timesyncd`) and look at `timedatectl`.'

export const clockCheck: Check = {
  name: 'clock',
  async run(patient) {
    const [ofDatabase, ofStore] = await Promise.all([databaseSkew(patient), storeSkew(patient)])
    const skews = [ofDatabase, ofStore].flatMap((skew) => skew ?? [])
    if (skews.length === 0) throw new NotChecked('neither database nor store told a time.')
    const worst = Math.max(...skews.map(({ seconds }) => Math.abs(seconds)))
    const found = `This machine's clock is ${skews.map(sentence).join(' and ')}.`
    if (worst > WRONG_SECONDS) return wrong(found, `Uploads fail. ${REMEDY}`)
    return worst > NOTABLE_SECONDS ? warning(found, REMEDY) : ok(found)
  },
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
    const { skewSeconds } = await lookAtBucket(storeOptions(settings))
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
