import { sentencesOf } from './for-people.ts'

interface Refusal {
  code?: string
  message: string | string[]
}

/** What the API says of a refusal, for people, as one text. Its sentences about fields have no point at their end. */
export function messageOf(refusal: Refusal): string {
  return joined(sentencesOf(refusal))
}

/** The same in the words of the API, for developers. */
export function apiMessageOf({ message }: Refusal): string {
  return joined([message].flat())
}

function joined(sentences: readonly string[]): string {
  return sentences
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ')
}
