import type { AlterationKind } from '@mediajobs/domain'

const NAMES: Record<AlterationKind, string> = {
  VIRTUAL_STAGING: 'Virtually staged',
  SKY: 'Sky replaced',
  OBJECT_REMOVAL: 'Objects removed',
  TWILIGHT: 'Made into twilight',
  OTHER: 'Digitally altered',
}

/** The name of an alteration, in two or three words. */
export function alterationName(kind: AlterationKind | undefined): string {
  return NAMES[kind ?? 'OTHER']
}
