export const TEXTS = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  invited: 'I have an invitation',
  forgotten: 'I forgot my password',
  wrong: 'The email or the password is wrong.',
  incomplete: 'Write your email and your password.',
  slowed: (wait: string) => `Too many passwords were tried. Wait ${wait}, then sign in again.`,
  unsafe: 'Your browser would not keep the sign-in: open this page over https.',
  reasons: {
    ended: 'Your session has ended. Sign in again.',
    unsaved: 'Your session has ended, and what you sent was not saved. Sign in and send it again.',
    'signed-out': 'You are signed out.',
  },
} as const

export type Reason = keyof (typeof TEXTS)['reasons']
