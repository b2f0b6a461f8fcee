/**
 * Brings an element to what a newer copy says, and replaces only what differs: the rest keeps its focus and place.
 *
 * @param isKept elements that stay as they are
 */
export function merge(own: Element, fresh: Element, isKept: (own: Element) => boolean): void {
  if (own.isEqualNode(fresh) || isKept(own)) return
  const [mine, theirs] = [[...own.childNodes], [...fresh.childNodes]]
  const isSame = own.cloneNode(false).isEqualNode(fresh.cloneNode(false))
  if (!isSame || mine.length !== theirs.length) {
    own.replaceWith(document.adoptNode(fresh))
    return
  }
  for (const [i, node] of mine.entries()) {
    const newer = theirs[i]
    if (!newer) continue
    if (node instanceof Element && newer instanceof Element) merge(node, newer, isKept)
    else if (!node.isEqualNode(newer)) node.replaceWith(document.adoptNode(newer))
  }
}
