import { cellPrefix, randomBase62 } from '@mediajobs/domain'

// 22 base62 characters are 130 random bits.
const LENGTH = 22
const FORM = new RegExp(`^([0-9a-z]+_)?[0-9A-Za-z]{${LENGTH}}$`)

/** A new id for the address of a public page. It names the cell, if there is one. */
export function newPublicId(cell: string | null): string {
  return cellPrefix(cell) + randomBase62(LENGTH)
}

/** Whether a page could have this id. PostgreSQL takes no text with a NUL, so it is asked for no other id. */
export function isPublicId(text: string): boolean {
  return FORM.test(text)
}
