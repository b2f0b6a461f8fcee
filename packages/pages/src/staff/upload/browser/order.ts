/**
 * The order of a project's files after new ones were added: each new file follows the file that is before it in
 * the list of the person. All others keep their places, which a person may have chosen.
 *
 * @param present the ids of all files of the project, in their order
 * @param listed the ids of the list, in its order
 * @param added those that are new
 */
export function placed(
  present: readonly string[],
  listed: readonly string[],
  added: ReadonlySet<string>,
): string[] {
  const order = present.filter((id) => !added.has(id))
  for (const [at, id] of listed.entries()) {
    if (!added.has(id) || !present.includes(id)) continue
    const before = listed.slice(0, at).findLast((each) => order.includes(each))
    const after = listed.slice(at + 1).find((each) => order.includes(each))
    if (before !== undefined) order.splice(order.indexOf(before) + 1, 0, id)
    else if (after !== undefined) order.splice(order.indexOf(after), 0, id)
    else order.push(id)
  }
  return order
}
