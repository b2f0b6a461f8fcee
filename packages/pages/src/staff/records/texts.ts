export const TEXTS = {
  yes: 'Yes',
  no: 'No',
  empty: 'Nothing',
  marked: 'Nothing was saved. Change what is marked, and send it again.',
  same: 'It was like that already. Nothing was changed.',
  notNumber: 'Write a number, like 20 or 12.5.',
  notWhole: 'Write a whole number.',
  decimals: (count: number) =>
    count === 0
      ? 'This currency has no decimals.'
      : `Write an amount with at most ${count} decimals.`,
  currencyFirst: 'Choose a currency for it.',
  badTime: 'This time does not exist. Write a day and a time.',
  more: 'More',
  first: 'From the beginning',
} as const
