export const MEDIA_TYPES = [
  'PHOTO',
  'VIDEO',
  'FLOORPLAN',
  'VIRTUAL_TOUR',
  'PROPERTY_WEBSITE',
  'BROCHURE',
  'DOCUMENT',
] as const

export type MediaType = (typeof MEDIA_TYPES)[number]
