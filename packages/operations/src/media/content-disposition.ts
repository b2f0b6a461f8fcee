import { create } from 'content-disposition'

// A browser shows these and runs nothing of them. SVG is XML, and XML and HTML can run scripts.
const SHOWN = /^(?:(?:image|video|audio)\/(?!.*xml)|application\/pdf$)/i

/**
 * The `Content-Disposition` of a confirmed file, made of its presign and never of the uploader's
 * headers: a picture, a film, a recording or a PDF is shown in the browser, everything else is saved.
 */
export function contentDispositionOf(upload: { contentType: string; filename: string }): string {
  const type = SHOWN.test(upload.contentType) ? 'inline' : 'attachment'
  return create(upload.filename, { type })
}
