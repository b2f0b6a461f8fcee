const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text that a person typed is an id. */
export function isId(text: string): boolean {
  return ID.test(text)
}
