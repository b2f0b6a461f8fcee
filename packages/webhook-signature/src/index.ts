export { type SignOptions, sign } from './sign.ts'
export {
  type ReceivedHeaders,
  type VerifyOptions,
  verify,
  type WebhookEvent,
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from './verify.ts'
