export const TEXTS = {
  title: 'Your organizations',
  none: 'You are a member of no organization now. Ask an administrator to invite you again.',
} as const
