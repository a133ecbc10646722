import type { Page } from '@playwright/test';

/** Texts within parts of the page that are cut, leave their control or leave the window. */
export const readCuts = (page: Page, within: string): Promise<string[]> => page.evaluate(findCuts, within);

/** Runs in the page. */
function findCuts(within: string): string[] {
  const found = new Set<string>();
  const width = document.documentElement.clientWidth;
  const over = document.documentElement.scrollWidth - width;
  if (over > 0) found.add(`the page is ${over} px wider than the window`);

  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  /** The element and all around it, up to the body. */
  const around = (element: Element) => {
    const list: Element[] = [];
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) list.push(at);
    return list;
  };
  const scrolls = (element: Element) => /auto|scroll/.test(styleOf(element).overflowX);
  const isShortened = (element: Element) => styleOf(element).textOverflow === 'ellipsis' || styleOf(element).webkitLineClamp !== 'none';
  /** Read aloud only: shown in one pixel or not at all. */
  const isOnlyHeard = (element: Element) => {
    const { clip, clipPath, opacity } = styleOf(element);
    const { width: wide, height: high } = element.getBoundingClientRect();
    return clipPath === 'inset(50%)' || clip.startsWith('rect(') || opacity === '0' || (wide <= 1 && high <= 1);
  };
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''));

  for (const root of document.querySelectorAll(within))
    for (const element of root.querySelectorAll('*')) {
      if (!hasText(element) || element.closest('option, select, textarea, script, style, svg')) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const boxes = around(element);
      if (boxes.some(isOnlyHeard) || boxes.slice(0, 3).some(isShortened)) continue;
      const range = document.createRange();
      const lines: DOMRect[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.parentElement || around(node.parentElement).some(isOnlyHeard)) continue;
        range.selectNodeContents(node);
        lines.push(...[...range.getClientRects()].filter((line) => line.width > 0));
      }
      if (lines.length === 0) continue;
      const left = Math.min(...lines.map((line) => line.left));
      const right = Math.max(...lines.map((line) => line.right));
      const bottom = Math.max(...lines.map((line) => line.bottom));
      const name = `${element.tagName.toLowerCase()} "${element.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}"`;
      const beyond = (bounds: DOMRect) => Math.round(Math.max(right - bounds.right, bounds.left - left));

      const control = element.closest('button, a, label, [role=tab], [role=menuitem], [role=option]');
      if (control && styleOf(control).display !== 'inline' && styleOf(element).position !== 'absolute') {
        const by = beyond(control.getBoundingClientRect());
        if (by > 1) found.add(`${name} leaves its ${control.tagName.toLowerCase()} by ${by} px`);
      }
      const end = boxes.findIndex(scrolls);
      for (const box of end < 0 ? boxes : boxes.slice(0, end)) {
        const { overflowX, overflowY } = styleOf(box);
        const bounds = box.getBoundingClientRect();
        if (/hidden|clip/.test(overflowX) && beyond(bounds) > 1) found.add(`${name} is cut by ${beyond(bounds)} px in width`);
        if (/hidden|clip/.test(overflowY) && bottom > bounds.bottom + 3)
          found.add(`${name} is cut by ${Math.round(bottom - bounds.bottom)} px in height`);
      }
      // A closed drawer waits beside the window.
      const isAside = boxes.some((box) => styleOf(box).position === 'fixed' && styleOf(box).transform !== 'none');
      if (end < 0 && !isAside && (right > width + 1 || left < -1)) found.add(`${name} leaves the window`);
    }
  return [...found];
}
