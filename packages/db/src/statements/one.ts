/**
 * The first row of a result that must have one.
 *
 * @param what the statement, for the log: `the update of a locked project`
 * @throws when there is no row: a fault of the service.
 */
export function one<Row>(rows: readonly Row[], what: string): Row {
  const [row] = rows
  if (row === undefined) throw new Error(`${what} returned no row`)
  return row
}
