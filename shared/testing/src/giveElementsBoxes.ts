import { vi } from 'vitest';

/** For tests in jsdom: without layout nothing has a box, and what has no box cannot take the focus. `vi.restoreAllMocks` ends it. */
export function giveElementsBoxes(): void {
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(() => Object.assign([new DOMRect(0, 0, 10, 10)], { item: () => null }));
}
