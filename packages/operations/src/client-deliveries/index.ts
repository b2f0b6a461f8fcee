export { admitClient } from './address-limit.ts'
export { approveByToken, approveForClient } from './approve-delivery.ts'
export type { ClientDelivery, DeliverInput, DeliveryLinks } from './create-delivery.ts'
export { deliverProject } from './deliver-project.ts'
export {
  type ClientDeliveryView,
  type DeliveredMedia,
  getClientDelivery,
} from './get-client-delivery.ts'
export { getProjectDelivery, type ProjectDelivery } from './get-project-delivery.ts'
export { requestRevisionByToken, requestRevisionForClient } from './request-revision.ts'
export { revokeClientDelivery } from './revoke-client-delivery.ts'
