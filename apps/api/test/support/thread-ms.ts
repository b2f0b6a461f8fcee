/**
 * Milliseconds of processor time that this thread, which serves all requests, spent on `work`. On a busy machine
 * they stay the same.
 */
export async function threadMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
