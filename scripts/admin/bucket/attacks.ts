import { setTimeout as pause } from 'node:timers/promises'
import {
  type Finding,
  isSuccess,
  openProbe,
  type Probe,
  type ProbeOptions,
  refused,
  unlessRefused,
} from './probe.ts'

/**
 * Attacks a store as an uploader and as a stranger. Removes the objects it creates. Takes a few seconds.
 *
 * @throws {ObjectStoreUnavailable} when the store fails, or refuses what the service needs.
 */
export async function checkBucket(options: ProbeOptions): Promise<Finding[]> {
  const probe = openProbe(options)
  const findings: Finding[] = []
  try {
    for (const attack of UPLOAD_ATTACKS) findings.push(await attack(probe))
    findings.push(...(await strangersAttacks(probe)), ...(await uploadersAttacks(probe)))
  } catch (error) {
    // The original failure is more useful than one of the cleanup.
    await probe.cleanUp().catch(() => {})
    throw error
  }
  await probe.cleanUp()
  return findings
}

type Attack = (probe: Probe) => Promise<Finding>

const SECRET = 'check-bucket: an object that no uploader may read'
const OTHER = 'check-bucket: other bytes'
const EXPIRED_AFTER_MS = 2_100

const honestUpload: Attack = async (probe) => {
  const response = await probe.put(await probe.presignPut(probe.newStagingKey()), OTHER)
  const { status } = response
  const attack = 'an upload as presigned'
  if (isSuccess(response)) {
    return { attack, status, verdict: 'harmless', meaning: 'The store accepts it, as it must.' }
  }
  const meaning = "Clients can't upload: check the permissions of the upload credential."
  return { attack, status, verdict: 'open', meaning }
}

const otherType: Attack = async (probe) => {
  const url = await probe.presignPut(probe.newStagingKey())
  const response = await probe.put(url, OTHER, { 'content-type': 'text/html' })
  const meaning =
    'An uploader can choose the content type, although a confirm refuses a different one.'
  return unlessRefused('another content type', response, 'open', meaning)
}

const copyOfAnother: Attack = async (probe) => {
  const attack = 'an unsigned x-amz-copy-source'
  const [victim, key] = [probe.newStrayKey(), probe.newStagingKey()]
  await probe.write(victim, SECRET)
  const source = new URL(probe.addressOf(victim)).pathname
  const response = await probe.put(await probe.presignPut(key), '', {
    'x-amz-copy-source': source,
  })
  if (!isSuccess(response)) return refused(attack, response)
  const { status } = response
  if ((await probe.read(key)) !== SECRET) {
    return { attack, status, verdict: 'harmless', meaning: 'The store ignores the header.' }
  }
  const meaning =
    'An upload URL can copy any object that its signer may read. Give uploads a separate ' +
    'credential that may only put objects below the staging prefix.'
  return { attack, status, verdict: 'open', meaning }
}

const publicAcl: Attack = async (probe) => {
  const attack = 'an unsigned x-amz-acl'
  const key = probe.newStagingKey()
  const headers = { 'x-amz-acl': 'public-read' }
  const response = await probe.put(await probe.presignPut(key), OTHER, headers)
  const isRead = isSuccess(await probe.send(probe.addressOf(key)))
  const meaning = isRead
    ? 'An uploader can make an object public before its confirm: disable ACLs on the bucket.'
    : 'The store accepts the header, but the object stays private.'
  return unlessRefused(attack, response, isRead ? 'open' : 'harmless', meaning)
}

function unsignedHeader(name: string, value: string, meaning: string): Attack {
  return async (probe) => {
    const url = await probe.presignPut(probe.newStagingKey())
    const response = await probe.put(url, OTHER, { [name]: value })
    return unlessRefused(`an unsigned ${name}`, response, 'harmless', meaning)
  }
}

const authorizationHeader: Attack = async (probe) => {
  const url = await probe.presignPut(probe.newStagingKey())
  const response = await probe.put(url, OTHER, { authorization: 'Bearer check-bucket' })
  const meaning = 'The store ignores the header and uses the signature in the URL.'
  return unlessRefused(
    'an Authorization header besides the signature',
    response,
    'harmless',
    meaning,
  )
}

const otherMethod = (method: 'GET' | 'DELETE'): Attack => {
  return async (probe) => {
    const url = await probe.presignPut(probe.newStagingKey())
    await probe.put(url, OTHER)
    const response = await probe.send(url, { method })
    const meaning = `An upload URL also allows ${method} on the object.`
    return unlessRefused(`an upload URL used for a ${method}`, response, 'open', meaning)
  }
}

const expired: Attack = async (probe) => {
  const url = await probe.presignPut(probe.newStagingKey(), 1)
  await pause(EXPIRED_AFTER_MS)
  const response = await probe.put(url, OTHER)
  const meaning = "Upload URLs don't expire: check the store's clock."
  return unlessRefused('an expired upload URL', response, 'open', meaning)
}

const oldUrlAfterConfirm: Attack = async (probe) => {
  const attack = 'an old upload URL after the confirm'
  const [staging, final] = [probe.newStagingKey(), probe.newFinalKey()]
  const url = await probe.presignPut(staging)
  const first = await probe.put(url, SECRET)
  if (!isSuccess(first)) return refused(attack, first)
  await probe.copy(staging, final)
  const response = await probe.put(url, OTHER)
  const isKept = (await probe.read(final)) === SECRET
  const meaning = isKept
    ? 'The confirmed file does not change.'
    : 'It overwrites the confirmed file.'
  return unlessRefused(attack, response, isKept ? 'harmless' : 'open', meaning)
}

const urlForOtherKey: Attack = async (probe) => {
  const [staging, final] = [probe.newStagingKey(), probe.newFinalKey()]
  await probe.write(final, SECRET)
  const url = (await probe.presignPut(staging)).replace(staging, final)
  const response = await probe.put(url, OTHER)
  const meaning = 'It overwrites a confirmed file: the store does not verify signatures.'
  return unlessRefused('an upload URL for another key', response, 'open', meaning)
}

const UPLOAD_ATTACKS: readonly Attack[] = [
  honestUpload,
  otherType,
  copyOfAnother,
  publicAcl,
  unsignedHeader(
    'x-amz-tagging',
    'check=bucket',
    'An uploader can choose tags: no rule may depend on them.',
  ),
  unsignedHeader(
    'x-amz-storage-class',
    'REDUCED_REDUNDANCY',
    'An uploader can choose the storage class of an upload. Confirmed files have the default class.',
  ),
  authorizationHeader,
  otherMethod('GET'),
  otherMethod('DELETE'),
  expired,
  oldUrlAfterConfirm,
  urlForOtherKey,
]

const BYTES = 'check-bucket: bytes'

async function strangersAttacks(probe: Probe): Promise<Finding[]> {
  const [staging, final, stray] = [probe.newStagingKey(), probe.newFinalKey(), probe.newStrayKey()]
  for (const key of [staging, final]) await probe.write(key, BYTES)
  const get = (key: string) => probe.send(probe.addressOf(key))
  const open = (attack: string, response: Parameters<typeof unlessRefused>[1], meaning: string) =>
    unlessRefused(attack, response, 'open', meaning)
  const write = 'Anyone can write to the bucket: remove public write access.'
  return [
    open(
      'reading an upload without a signature',
      await get(staging),
      'Anyone who knows the key can read an upload before its confirm: make the staging prefix private.',
    ),
    open(
      'listing the bucket without a signature',
      await probe.send(probe.listing),
      'Anyone can list all keys: remove public listing.',
    ),
    open(
      'writing an object without a signature',
      await probe.put(probe.addressOf(stray), BYTES),
      write,
    ),
    open(
      'deleting a confirmed file without a signature',
      await probe.send(probe.addressOf(final), { method: 'DELETE' }),
      write,
    ),
  ]
}

/** Attacks with requests signed by the upload credential. */
async function uploadersAttacks(probe: Probe): Promise<Finding[]> {
  if (!probe.upload) return [NO_CREDENTIAL]
  // `secret` isn't a confirmed file, which may be public and thus readable by anyone.
  const [staging, final, secret] = [probe.newStagingKey(), probe.newFinalKey(), probe.newStrayKey()]
  for (const key of [staging, final, secret]) await probe.write(key, BYTES)
  const at = probe.addressOf
  const tries = [
    ['reading an upload', await probe.asUploader('GET', at(staging))],
    ['reading a non-public object', await probe.asUploader('GET', at(secret))],
    ['listing the bucket', await probe.asUploader('GET', probe.listing)],
    ['overwriting a confirmed file', await probe.asUploader('PUT', at(final), BYTES)],
    [
      'writing outside the staging prefix',
      await probe.asUploader('PUT', at(probe.newStrayKey()), BYTES),
    ],
    ['deleting an upload', await probe.asUploader('DELETE', at(staging))],
  ] as const
  return tries.map(([what, response]) =>
    unlessRefused(`${what} with the upload credential`, response, 'open', TOO_PERMISSIVE),
  )
}

const TOO_PERMISSIVE =
  'The upload credential may do more than put objects below the staging prefix: restrict its policy.'

const NO_CREDENTIAL: Finding = {
  attack: 'a separate credential for uploads',
  status: null,
  verdict: 'warning',
  meaning:
    'S3_UPLOAD_ACCESS_KEY and S3_UPLOAD_SECRET_KEY are not set. Upload URLs are signed with the ' +
    "service's key, and only the store limits what they can do.",
}
