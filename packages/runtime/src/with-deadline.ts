/**
 * Waits for `promise`, but no longer than `limitMs`. The work behind the promise goes on.
 *
 * @returns the value of the promise; undefined when it takes longer
 * @throws the error of the promise, when it rejects within that time
 */
export async function withDeadline<Value>(
  promise: Promise<Value> | undefined,
  limitMs: number,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined)
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    clearTimeout(timer)
  }
}
