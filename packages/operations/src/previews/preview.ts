import { mediaPreviews } from '@mediajobs/db/schema'
import {
  DERIVATIVES,
  type DerivativeName,
  derivativeKey,
  type PreviewState,
} from '@mediajobs/domain'

/** The public URL of the object of a key. */
export type CdnUrl = (key: string) => string

/** The pictures that are made of a medium: docs/contract.md#c13-preview. A URL is null unless READY. */
export interface Preview {
  state: PreviewState
  /** Pixels of the original, after the rotation that its EXIF asks for. */
  width: number | null
  height: number | null
  /** The mean colour, as `#rrggbb`. */
  colour: string | null
  thumbUrl: string | null
  mediumUrl: string | null
  gridUrl: string | null
  largeUrl: string | null
  mlsUrl: string | null
  /** Why the picture was refused. */
  reason: string | null
}

/** The columns that a query selects of the preview of a medium. */
export const previewColumns = {
  state: mediaPreviews.state,
  width: mediaPreviews.width,
  height: mediaPreviews.height,
  colour: mediaPreviews.colour,
  reason: mediaPreviews.reason,
  keySecret: mediaPreviews.keySecret,
}

/** A row of {@link previewColumns}. */
export type PreviewRow = Pick<typeof mediaPreviews.$inferSelect, keyof typeof previewColumns>

/** @param row null for a medium that was confirmed before there were previews */
export function previewOf(orgId: string, row: PreviewRow | null, cdnUrl: CdnUrl): Preview | null {
  if (!row) return null
  const { state, width, height, colour, reason, keySecret } = row
  const urlOf = (name: DerivativeName) =>
    state === 'READY' ? cdnUrl(derivativeKey(orgId, keySecret, name)) : null
  return {
    state,
    width,
    height,
    colour,
    thumbUrl: urlOf('thumb'),
    mediumUrl: urlOf('medium'),
    gridUrl: urlOf('grid'),
    largeUrl: urlOf('large'),
    mlsUrl: urlOf('mls'),
    reason,
  }
}

/** The keys of all derivatives that a medium has or may get later. */
export function derivativeKeys(orgId: string, keySecret: Buffer): string[] {
  const names = Object.keys(DERIVATIVES) as DerivativeName[]
  return names.map((name) => derivativeKey(orgId, keySecret, name))
}
