export { type CheckedSecrets, checkSecrets } from './check-secrets.ts'
export { type Rekeyed, rekeySecrets } from './rekey.ts'
export { SEALED_COLUMNS } from './sealed-columns.ts'
