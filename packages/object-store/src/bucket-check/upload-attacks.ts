import { setTimeout as pause } from 'node:timers/promises'
import { type Finding, isSuccess, refused, unlessRefused } from './finding.ts'
import type { Probe } from './probe.ts'

// The attacks with an upload address.

type Attack = (probe: Probe) => Promise<Finding>

const SECRET = 'check-bucket: an object that no uploader may read'
const OTHER = 'check-bucket: other bytes'
const EXPIRED_AFTER_MS = 2_100

const honestUpload: Attack = async (probe) => {
  const response = await probe.put(await probe.presignPut(probe.newStagingKey()), OTHER)
  const { status } = response
  const attack = 'an upload as it was presigned'
  if (isSuccess(response)) {
    return { attack, status, verdict: 'harmless', meaning: 'The store accepts it, as it must.' }
  }
  const meaning = 'Clients cannot upload: check what the upload credential may do.'
  return { attack, status, verdict: 'open', meaning }
}

const otherType: Attack = async (probe) => {
  const url = await probe.presignPut(probe.newStagingKey())
  const response = await probe.put(url, OTHER, { 'content-type': 'text/html' })
  const meaning = 'An uploader chooses the content type. A confirm refuses it.'
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
    'An upload address copies any object that its signer may read. Give uploads a separate ' +
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
    ? 'An uploader can make an object public before its confirm: switch ACLs off in the bucket.'
    : 'The store accepts the header, but the object stays private.'
  return unlessRefused(attack, response, isRead ? 'open' : 'harmless', meaning)
}

function takenHeader(name: string, value: string, meaning: string): Attack {
  return async (probe) => {
    const url = await probe.presignPut(probe.newStagingKey())
    const response = await probe.put(url, OTHER, { [name]: value })
    return unlessRefused(`an unsigned ${name}`, response, 'harmless', meaning)
  }
}

const authorizationBeside: Attack = async (probe) => {
  const url = await probe.presignPut(probe.newStagingKey())
  const response = await probe.put(url, OTHER, { authorization: 'Bearer check-bucket' })
  const meaning = 'The store ignores the header and uses the signature in the address.'
  return unlessRefused(
    'an Authorization header beside the signature',
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
    const meaning = `An upload address also allows ${method} of the object.`
    return unlessRefused(`an upload address used for a ${method}`, response, 'open', meaning)
  }
}

const expired: Attack = async (probe) => {
  const url = await probe.presignPut(probe.newStagingKey(), 1)
  await pause(EXPIRED_AFTER_MS)
  const response = await probe.put(url, OTHER)
  const meaning = 'Upload addresses do not expire: check the clock of the store.'
  return unlessRefused('an upload address that has expired', response, 'open', meaning)
}

const confirmedByOldAddress: Attack = async (probe) => {
  const attack = 'an old upload address after the confirm'
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

const confirmedByOtherPath: Attack = async (probe) => {
  const [staging, final] = [probe.newStagingKey(), probe.newFinalKey()]
  await probe.write(final, SECRET)
  const url = (await probe.presignPut(staging)).replace(staging, final)
  const response = await probe.put(url, OTHER)
  const meaning = 'It overwrites a confirmed file: the store does not verify signatures.'
  return unlessRefused('an upload address for another key', response, 'open', meaning)
}

export const UPLOAD_ATTACKS: readonly Attack[] = [
  honestUpload,
  otherType,
  copyOfAnother,
  publicAcl,
  takenHeader(
    'x-amz-tagging',
    'check=bucket',
    'An uploader can choose tags: no rule may depend on them.',
  ),
  takenHeader(
    'x-amz-storage-class',
    'REDUCED_REDUNDANCY',
    'An uploader can choose the storage class of an upload. Confirmed files have the default class.',
  ),
  authorizationBeside,
  otherMethod('GET'),
  otherMethod('DELETE'),
  expired,
  confirmedByOldAddress,
  confirmedByOtherPath,
]
