/** The fields of a preview that isn't ready, except its state. */
export const NO_PREVIEW = {
  width: null,
  height: null,
  colour: null,
  thumbUrl: null,
  mediumUrl: null,
  gridUrl: null,
  largeUrl: null,
  mlsUrl: null,
  reason: null,
}
