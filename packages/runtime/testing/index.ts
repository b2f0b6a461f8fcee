export { recordOutput, recordResponse, recordSecrets, testLogger } from './records.ts'
