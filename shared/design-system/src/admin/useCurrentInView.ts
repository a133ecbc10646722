import { useLayoutEffect, type RefObject } from 'react';

/**
 * Keeps the current one of a row of tabs in view: when the row appears, when another one becomes current, and when its width changes.
 * `data-more` of the row says on which sides it goes on, for `moreStyles`.
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string): void {
  useLayoutEffect(() => {
    const list = row.current;
    if (!list) return;
    const showMore = () => {
      const left = list.scrollLeft > 1;
      const right = list.scrollLeft + list.clientWidth < list.scrollWidth - 1;
      list.dataset['more'] = [left && 'left', right && 'right'].filter(Boolean).join(' ');
    };
    const showCurrent = () => {
      const tab = list.querySelector<HTMLElement>('[aria-current], [aria-selected=true]');
      // Not scrollIntoView, which would also scroll the page.
      if (tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
      showMore();
    };
    showCurrent();
    // The tabs as well: they become wider when the font arrives.
    const observer = new ResizeObserver(showCurrent);
    for (const box of [list, ...list.children]) observer.observe(box);
    list.addEventListener('scroll', showMore, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', showMore);
    };
  }, [row, current]);
}

const fade = (...sides: ('left' | 'right')[]) => ({
  maskImage: sides.map((side) => `linear-gradient(to ${side}, #000 calc(100% - 3.5rem), transparent)`).join(', '),
  maskComposite: 'intersect',
});
/** The edge of a row fades where the row goes on. */
export const moreStyles = {
  '&[data-more=left]': fade('left'),
  '&[data-more=right]': fade('right'),
  '&[data-more="left right"]': fade('left', 'right'),
};
