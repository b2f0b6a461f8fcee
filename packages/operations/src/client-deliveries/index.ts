export {
  admitClient,
  type ClientDeliveryView,
  countView,
  getClientDelivery,
} from './client-view.ts'
export {
  type ClientDelivery,
  type DeliverInput,
  deliverProject,
  revokeClientDelivery,
} from './deliver.ts'
export type { DeliveredMedia } from './delivered-media.ts'
export { type DeliveryLinks, getProjectDelivery, type ProjectDelivery } from './delivery.ts'
export { invoiceOfDelivery } from './lock.ts'
export { unlockPaidDeliveries, unlockProjectDelivery } from './unlock.ts'
