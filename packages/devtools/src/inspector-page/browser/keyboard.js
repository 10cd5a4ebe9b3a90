/**
 * Moves the focus in a list by the arrow keys, Home and End; Tab moves to the element after the list.
 *
 * @param {KeyboardEvent} event
 * @param {readonly HTMLElement[]} items
 */
export function moveWithin(event, items) {
  const index = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined || index === -1) return;
  event.preventDefault();
  const item = items[Math.min(Math.max(next, 0), items.length - 1)];
  for (const each of items) each.tabIndex = each === item ? 0 : -1;
  item?.focus();
}
