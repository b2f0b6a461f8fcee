export {
  type ReceivedHeaders,
  type VerifyOptions,
  type WebhookEvent,
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from './received.ts'
export type { SignOptions } from './sign-options.ts'
