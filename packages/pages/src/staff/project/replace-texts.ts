/** Texts for replacing a file, for pages and their module. */
export const TEXTS = {
  photo: 'Replace photo',
  file: 'Replace file',
  noScript:
    'Replacing a file needs JavaScript. Turn it on in your browser, or use another browser.',
  sending: (name: string) => `Uploading ${name}`,
  tooLarge: 'This file is too large.',
  cancel: 'Cancel',
  changed: 'Someone else has answered this comment. Reload the page.',

  title: 'Versions',
  now: 'Current',
  earlier: (count: number) => (count === 1 ? '1 earlier version' : `${count} earlier versions`),
  uploaded: (when: string, who: string | undefined) => (who ? `${when} · ${who}` : when),
  old: (name: string) => `${name} (earlier version)`,
  isOld: 'This is an earlier version. Clients get the current one:',
  replaced: (who: string | undefined) => (who ? `${who} replaced it with` : 'Replaced with'),
  seeBoth: 'See both',
  deleteSure:
    'The previous version takes its place. This one is also removed from past deliveries.',
} as const
