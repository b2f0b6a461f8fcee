/** The address of this delivery: also below a path of a proxy, and without a query. */
export const DELIVERY = location.pathname.replace(/\/$/, '')
