import pg from 'pg'
import { isoInstant } from '../instant-text.ts'

const INT8 = 20
const TIMESTAMPTZ = 1184

/** How values of PostgreSQL are read: instants as text, `int8` as numbers. All our counts fit. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === TIMESTAMPTZ) return isoInstant
  if (oid === INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}
