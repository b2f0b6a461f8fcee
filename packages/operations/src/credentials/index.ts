export { type Admission, type Admitter, createAdmitter } from './admit.ts'
export { networkOf } from './network-of.ts'
