/** The text of an element without the parts that styles hide. */
export function shownText(element: Element): string {
  if (getComputedStyle(element).display === 'none') return '';
  return [...element.childNodes].map((node) => (node instanceof Element ? shownText(node) : (node.textContent ?? ''))).join('');
}
