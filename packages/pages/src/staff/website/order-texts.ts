/** What the page's module says of files that are moved. */
export const ORDER = {
  earlier: 'Move earlier',
  later: 'Move later',
  moved: (place: number, all: number) => `Now ${place} of ${all}`,
} as const
