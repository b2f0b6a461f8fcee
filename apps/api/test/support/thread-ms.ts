/**
 * Processor time in milliseconds that this thread, which serves all requests, spends on `work`. Independent of machine
 * load.
 */
export async function threadMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
