/** BCP 47. */
export const LANGUAGE = 'en'

export interface Words {
  title: string
  text: string
}

const LATER = 'Wait a moment, then reload the page. Nothing is lost.'

/** What a page says, by the status of the problem. */
export const PROBLEMS: Readonly<Record<number, Words>> = {
  400: { title: "That didn't work", text: 'Go back, fix it and send it again.' },
  409: { title: "That's no longer possible", text: 'Go back to see what changed.' },
  413: { title: 'Your text is too long', text: 'Shorten your comments and send them again.' },
  421: { title: 'This page has moved', text: 'Open the link again to go to the new address.' },
  429: { title: 'Too many requests', text: 'Wait a minute, then reload the page.' },
  500: { title: 'Something went wrong on our end', text: LATER },
  503: { title: 'Temporarily unavailable', text: LATER },
}

export const BACK = 'Back to the delivery'
