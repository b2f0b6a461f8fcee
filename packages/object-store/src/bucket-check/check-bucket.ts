import { strangersAttacks, uploadersAttacks } from './access-attacks.ts'
import type { Finding } from './finding.ts'
import { openProbe, type ProbeOptions } from './probe.ts'
import { UPLOAD_ATTACKS } from './upload-attacks.ts'

/**
 * Tries attacks of an uploader and of a stranger on a store. It makes its own objects and removes them
 * again. It takes some seconds.
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
    // The reason of the failure is more useful than a failure of the clean-up.
    await probe.cleanUp().catch(() => {})
    throw error
  }
  await probe.cleanUp()
  return findings
}
