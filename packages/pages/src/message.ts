import { sentencesOf } from './for-people.ts'

type Refusal = Parameters<typeof sentencesOf>[0]

/** An API refusal as one message for people. */
export function messageOf(refusal: Refusal): string {
  return joined(sentencesOf(refusal))
}

/** The messages of the API, for developers. */
export function apiMessageOf({ message }: Pick<Refusal, 'message'>): string {
  return joined([message].flat())
}

function joined(sentences: readonly string[]): string {
  return sentences
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ')
}
