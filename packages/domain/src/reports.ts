/** The lengths of a report's buckets. Weeks begin on Monday. */
export const REPORT_STEPS = ['DAY', 'WEEK', 'MONTH'] as const

/** The upper bound of each age bracket but the last, in days. */
export const REPORT_AGES = [30, 60, 90] as const
