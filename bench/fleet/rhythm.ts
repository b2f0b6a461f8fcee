/** The bookings of each hour of a day, as shares: a peak in the morning, a quiet night. */
const SHARES = [
  0, 0, 0, 0, 0, 0.2, 0.6, 1.5, 3, 4, 4, 3, 2, 2.2, 2, 1.6, 1.2, 0.9, 0.7, 0.5, 0.3, 0.2, 0.1, 0,
]
const TOTAL = SHARES.reduce((sum, share) => sum + share, 0)

/** The share of the day's bookings in its busiest hour. */
export const PEAK_SHARE = Math.max(...SHARES) / TOTAL

// The larger it is, the less the largest organizations stand out.
const FLATNESS = 10

/** The hour of each booking of a day, at random with the shares of the hours. */
export function hoursOf(bookings: number): number[] {
  return Array.from({ length: bookings }, () => {
    let left = Math.random() * TOTAL
    const hour = SHARES.findIndex((share) => {
      left -= share
      return left < 0
    })
    return hour + Math.random()
  })
}

/**
 * Chooses organizations at random, the larger the more often: number n has a weight of 1 / (n + 10). Of 10,000
 * organizations the largest has 1.3 % of all, and the smaller half a tenth.
 */
export function chooser<Item>(items: readonly Item[]): () => Item {
  const sums: number[] = []
  let sum = 0
  for (let n = 1; n <= items.length; n += 1) {
    sum += 1 / (n + FLATNESS)
    sums.push(sum)
  }
  return () => {
    const wanted = Math.random() * sum
    let [low, high] = [0, items.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) < wanted) low = middle + 1
      else high = middle
    }
    return items[low] as Item
  }
}
