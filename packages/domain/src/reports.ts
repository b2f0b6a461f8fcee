/** The lengths of a report's buckets. Weeks begin on Monday. */
export const REPORT_STEPS = ['DAY', 'WEEK', 'MONTH'] as const

/** The last days of each age of an invoice but the highest. */
export const REPORT_AGES = [30, 60, 90] as const
