/** What the page hands to its module. */
export interface Settings {
  projectId: string
  /** A language tag of BCP 47: how numbers are written. */
  locale: string | null
  /** Bytes. */
  maxFileBytes: number
  /** Bytes of a photo of which smaller pictures are made. */
  maxPictureBytes: number
  maxPicturePixels: number
  /** Files in one call. */
  maxBatchFiles: number
  /** Files of a project. */
  maxMedia: number
}
