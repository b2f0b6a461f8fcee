/** The page's settings for its module. */
export interface Settings {
  projectId: string
  /** BCP 47, for number formats. */
  locale: string | null
  /** Bytes. */
  maxFileBytes: number
  /** Maximum bytes of a photo that gets previews. */
  maxPictureBytes: number
  maxPicturePixels: number
  /** Maximum files per call. */
  maxBatchFiles: number
  /** Maximum files per project. */
  maxMedia: number
}
