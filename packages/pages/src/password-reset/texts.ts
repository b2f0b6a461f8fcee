/** BCP 47. */
export const LANGUAGE = 'en'

export const TEXTS = {
  title: 'Reset your password',
  ask: 'Email me a link',
  email: 'Email',
  send: 'Send link',
  choose: 'Choose a new password',
  /** The second part is code. */
  token: ['Token from your link, after ', '#token='],
  password: (min: number) => `New password, at least ${min} characters`,
  set: 'Set password',
  moved: 'This link has moved.',
  movedLink: 'Go to the new address',
  signIn: 'Sign in',
  done: {
    asked: {
      title: 'Check your email',
      text: "If there's an account for this address, we've sent it a link. The link works for one hour.",
    },
    off: {
      title: "This service doesn't send email",
      text: 'Ask the operator of the service to reset your password.',
    },
    set: {
      title: 'Password changed',
      text: "You've been signed out everywhere. Sign in with your new password.",
    },
  },
} as const
