export const TEXTS = {
  title: 'Accept your invitation',
  intro:
    'Do you have an account with this email already? Then write its password, and this organization joins it. Otherwise choose a password.',
  token: 'Invitation',
  tokenHint: 'The text after “token=” in the link that you received.',
  password: 'Password',
  rule: (least: number) => `A new password has at least ${least} characters.`,
  submit: 'Accept',
  refused: 'This invitation is unknown, has expired or was accepted already. Ask for a new one.',
  elsewhere: 'This invitation has moved.',
  invalid: (least: number) =>
    `Write the invitation, and a password of at least ${least} characters.`,
  slowed: (wait: string) => `Too many passwords were tried. Wait ${wait}, then send it again.`,
} as const
