import { type Finding, unlessRefused } from './finding.ts'
import type { Probe } from './probe.ts'

// What can be tried without a credential, and with the credential for uploads if it is stolen.

const BYTES = 'check-bucket: bytes'

/** Without a signature. */
export async function strangersAttacks(probe: Probe): Promise<Finding[]> {
  const [staging, final, stray] = [probe.newStagingKey(), probe.newFinalKey(), probe.newStrayKey()]
  for (const key of [staging, final]) await probe.write(key, BYTES)
  const get = (key: string) => probe.send(probe.addressOf(key))
  const open = (attack: string, response: Parameters<typeof unlessRefused>[1], meaning: string) =>
    unlessRefused(attack, response, 'open', meaning)
  const write = 'Anyone can write into the bucket: take public write access away.'
  return [
    open(
      'reading an upload without a signature',
      await get(staging),
      'Anyone who has the key reads what was not confirmed: keep the staging prefix private.',
    ),
    open(
      'listing the bucket without a signature',
      await probe.send(probe.listing),
      'Anyone can list all keys: take public listing away.',
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

/** With the credential for uploads, used as it is. */
export async function uploadersAttacks(probe: Probe): Promise<Finding[]> {
  if (!probe.upload) return [NO_CREDENTIAL]
  // A confirmed file may be public, and then this credential may read it like anyone.
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
  'The upload credential may do more than put below the staging prefix: narrow its policy.'

const NO_CREDENTIAL: Finding = {
  attack: 'a credential of their own for uploads',
  status: null,
  verdict: 'warning',
  meaning:
    'There is none: S3_UPLOAD_ACCESS_KEY and S3_UPLOAD_SECRET_KEY. Upload addresses are signed with ' +
    'the key of the service, and only the store keeps them from more.',
}
