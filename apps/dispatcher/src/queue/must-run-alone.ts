import { MAX_CRASHES_OF_A_JOB } from '@mediajobs/domain'

/** Whether a job was held by so many dispatchers that died that it must run alone. */
export function mustRunAlone(job: { deaths: number; ranAlone: boolean }): boolean {
  return job.deaths >= MAX_CRASHES_OF_A_JOB && !job.ranAlone
}
