export { type Rekeyed, rekeySecrets, SEALED_COLUMNS } from './rekey.ts'
