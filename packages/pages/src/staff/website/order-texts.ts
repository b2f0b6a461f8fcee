/** Announcements for moved files, made by the browser module. */
export const ORDER = {
  earlier: 'Move earlier',
  later: 'Move later',
  moved: (place: number, all: number) => `Now ${place} of ${all}`,
} as const
