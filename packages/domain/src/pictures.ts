// What the process of one picture needs. Each picture starts one, and every module that it loads costs time.
export {
  MAX_CREDIT_LENGTH,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_MEMORY_BYTES,
  MAX_PICTURE_MS,
  MAX_PICTURE_PIXELS,
} from './bounds/files.ts'
export { DERIVATIVES, type Derivative, type DerivativeName, LOGO, MARKED } from './media.ts'
