import { type Finding, unlessRefused } from './finding.ts'
import type { Probe } from './probe.ts'

// The attacks without a credential, and those with a stolen upload credential.

const BYTES = 'check-bucket: bytes'

/** The attacks without a signature. */
export async function strangersAttacks(probe: Probe): Promise<Finding[]> {
  const [staging, final, stray] = [probe.newStagingKey(), probe.newFinalKey(), probe.newStrayKey()]
  for (const key of [staging, final]) await probe.write(key, BYTES)
  const get = (key: string) => probe.send(probe.addressOf(key))
  const open = (attack: string, response: Parameters<typeof unlessRefused>[1], meaning: string) =>
    unlessRefused(attack, response, 'open', meaning)
  const write = 'Anyone can write into the bucket: remove public write access.'
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

/** The attacks with the upload credential, which signs the requests itself. */
export async function uploadersAttacks(probe: Probe): Promise<Finding[]> {
  if (!probe.upload) return [NO_CREDENTIAL]
  // `secret` is not a confirmed file: that may be public, and then this credential may read it too.
  const [staging, final, secret] = [probe.newStagingKey(), probe.newFinalKey(), probe.newStrayKey()]
  for (const key of [staging, final, secret]) await probe.write(key, BYTES)
  const at = probe.addressOf
  const tries = [
    ['reading an upload', await probe.asUploader('GET', at(staging))],
    ['reading what is not public', await probe.asUploader('GET', at(secret))],
    ['listing the bucket', await probe.asUploader('GET', probe.listing)],
    ['overwriting a confirmed file', await probe.asUploader('PUT', at(final), BYTES)],
    [
      'writing outside of the staging prefix',
      await probe.asUploader('PUT', at(probe.newStrayKey()), BYTES),
    ],
    ['deleting an upload', await probe.asUploader('DELETE', at(staging))],
  ] as const
  return tries.map(([what, response]) =>
    unlessRefused(`${what} with the upload credential`, response, 'open', MAY_TOO_MUCH),
  )
}

const MAY_TOO_MUCH =
  'The upload credential may do more than put objects below the staging prefix: restrict its policy.'

const NO_CREDENTIAL: Finding = {
  attack: 'a separate credential for uploads',
  status: null,
  verdict: 'warning',
  meaning:
    'S3_UPLOAD_ACCESS_KEY and S3_UPLOAD_SECRET_KEY are not set. Upload addresses are signed with the ' +
    'key of the service, and only the store limits what they can do.',
}
