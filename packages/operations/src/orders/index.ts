export { findFormOf, getBookableFormOf } from './booker.ts'
export {
  type ChangeOrderInput,
  cancelOrder,
  getOrderSlots,
  rescheduleOrder,
} from './change-order.ts'
export { type ClientOrder, getClientOrder } from './client-order.ts'
export { confirmRequest, declineRequest, expireOrders } from './decide-order.ts'
export * from './form.ts'
export * from './hold.ts'
export * from './open-form.ts'
export { findOrder, listOrders, type Order, type OrderFilters } from './order.ts'
export * from './order-quote.ts'
export type { PlaceOrderInput } from './place-order.ts'
export * from './slots.ts'
