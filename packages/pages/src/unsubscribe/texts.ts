/** BCP 47. */
export const LANGUAGE = 'en'

/** The name of the organization goes between the two parts of `text` and `doneText`. */
export const TEXTS = {
  title: (name: string) => `Emails from ${name}`,
  heading: 'Unsubscribe',
  text: [
    '',
    " will stop emailing you about your files. Links you've already received keep working.",
  ],
  button: 'Unsubscribe',
  done: "You're unsubscribed",
  doneText: ['', " won't email you from here again. To get emails again, ask them."],
  missing: { title: "This link doesn't work", text: 'Use the link in a newer email.' },
} as const
