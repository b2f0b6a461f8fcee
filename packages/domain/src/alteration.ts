/** What was done to an altered picture: docs/contract.md#c13-alteration */
export const ALTERATION_KINDS = [
  'VIRTUAL_STAGING',
  'SKY',
  'OBJECT_REMOVAL',
  'TWILIGHT',
  'OTHER',
] as const

export type AlterationKind = (typeof ALTERATION_KINDS)[number]
