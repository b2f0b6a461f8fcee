import { MAX_CRASHES_OF_A_JOB } from '@mediajobs/domain'

/** Whether a job must run alone now, because too many dispatchers died while they held it. */
export function mustRunAlone(job: { deaths: number; ranAlone: boolean }): boolean {
  return job.deaths >= MAX_CRASHES_OF_A_JOB && !job.ranAlone
}
