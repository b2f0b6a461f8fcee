import type { DeliveryFilters } from './delivery-filters.ts'

/** A filter by the status of a response: a code, `503`, or a class of them, `5xx`. */
export const RESPONSE_STATUS = /^[1-9]([0-9]{2}|xx)$/

const SUCCESS = '2'

/** The codes and the classes of the filter, for `response_status` and its hundreds. Null: no filter. */
export function statusCodesOf(filter: readonly string[] | undefined) {
  if (!filter) return { codes: null, classes: null }
  const isClass = (value: string) => value.endsWith('xx')
  return {
    codes: filter.filter((value) => !isClass(value)).map(Number),
    classes: filter.filter(isClass).map((value) => Number(value.charAt(0))),
  }
}

/**
 * Whether the filters leave only deliveries that have not SUCCEEDED. A delivery whose last response was no
 * success has not: the dispatcher writes both together.
 */
export function isOnlyWithoutSuccess({ status, responseStatus }: DeliveryFilters): boolean {
  if (status && !status.includes('SUCCEEDED')) return true
  return responseStatus?.every((value) => !value.startsWith(SUCCESS)) ?? false
}
