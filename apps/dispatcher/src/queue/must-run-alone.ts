import { MAX_CRASHES_OF_A_JOB } from '@mediajobs/domain'

/** Whether so many dispatchers died while they held a job that it must run alone now. */
export function mustRunAlone(job: { deaths: number; ranAlone: boolean }): boolean {
  return job.deaths >= MAX_CRASHES_OF_A_JOB && !job.ranAlone
}
