export { type Admission, type Admitter, createAdmitter } from './admission/admit.ts'
export { networkOf } from './networks.ts'
