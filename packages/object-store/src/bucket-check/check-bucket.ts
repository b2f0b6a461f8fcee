import { strangersAttacks, uploadersAttacks } from './access-attacks.ts'
import type { Finding } from './finding.ts'
import { openProbe, type ProbeOptions } from './probe.ts'
import { UPLOAD_ATTACKS } from './upload-attacks.ts'

/**
 * Tries on a store what an uploader, or a stranger, could try, with objects of its own that it removes
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
    // Why it failed says more than what could not be removed.
    await probe.cleanUp().catch(() => {})
    throw error
  }
  await probe.cleanUp()
  return findings
}
