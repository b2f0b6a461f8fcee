import { create } from 'content-disposition'

// A browser shows these types and runs no script in them. XML, which SVG is too, and HTML can have scripts.
const SHOWN = /^(?:(?:image|video|audio)\/(?!.*xml)|application\/pdf$)/i

/**
 * The `Content-Disposition` of a confirmed file. It comes from the presign, never from the headers of the
 * upload. A browser shows images, videos, audio and PDF, and saves every other type.
 */
export function contentDispositionOf(upload: { contentType: string; filename: string }): string {
  const type = SHOWN.test(upload.contentType) ? 'inline' : 'attachment'
  return create(upload.filename, { type })
}
