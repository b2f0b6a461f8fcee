/** A mail before it is set as text and as HTML. Every text is plain text. */
export interface Letter {
  /** The organization. */
  senderName: string
  subject: string
  greeting: string | null
  /** One paragraph each. */
  paragraphs: readonly string[]
  /** What somebody wrote, in several lines. */
  quote: string | null
  action: { label: string; url: string }
  /** Behind the action, in small letters. */
  notes: readonly string[]
  /** The page on which its reader unsubscribes. Null: the mail is about the reader's own account or work. */
  unsubscribeUrl: string | null
}
