interface Refusal {
  message: string | string[]
}

/** What the API says of a refusal, as one text. Its sentences about fields have no point at their end. */
export function messageOf({ message }: Refusal): string {
  return [message]
    .flat()
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ')
}
