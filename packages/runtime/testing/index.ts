export { recordAnswer, recordOutput, recordSecrets, testLogger } from './records.ts'
