export type { Abortable, Answer, Body, Init, Item, Method, PagedPath, PathOf } from './calls.ts'
export { type Client, type ClientOptions, type Credential, createClient } from './client.ts'
export { ApiError, ConnectionError, UploadError } from './errors.ts'
export type { MediaFile, UploadOptions, UploadProgress } from './upload-media.ts'
export type {
  Customer,
  Invoice,
  Media,
  Project,
  RefusedField,
  Schemas,
  Subscription,
  WebhookDelivery,
} from './vocabulary.ts'
