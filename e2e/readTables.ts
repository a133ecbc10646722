import type { Page } from '@playwright/test';

/** What is wrong with the tables of a screen as they are laid out: values out of sight, records cut by their box, heads off their column. */
export const readTables = (page: Page): Promise<string[]> => page.evaluate(findTableFaults);

/** Runs in the page. */
function findTableFaults(): string[] {
  const found = new Set<string>();
  const width = document.documentElement.clientWidth;
  const nameOf = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 40);
  const textOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };

  // Below 768 px a record of a list is a card, which shows all of it.
  if (width < 768)
    for (const row of document.querySelectorAll('main table[role=table] tbody tr')) {
      const card = row.getBoundingClientRect();
      for (const cell of row.querySelectorAll('td')) {
        if (nameOf(cell) === '') continue;
        const text = textOf(cell);
        if (text.width === 0 || text.left < 0 || text.right > width) found.add(`"${nameOf(cell)}" is out of sight`);
        if (text.bottom > card.bottom || text.top < card.top) found.add(`"${nameOf(cell)}" leaves its card`);
      }
      for (let box = row.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowY } = getComputedStyle(box);
        if (!/hidden|clip/.test(overflowY)) continue;
        if (card.bottom > box.getBoundingClientRect().bottom + 1) found.add(`the card of "${nameOf(row)}" is cut`);
      }
    }

  const gradebook = document.querySelector('main table:has(input[data-position])');
  const marks = gradebook?.querySelectorAll('tbody tr:first-of-type td:has(input)') ?? [];
  const heads = gradebook?.querySelectorAll('thead th:has(button)') ?? [];
  for (const [index, head] of [...heads].entries()) {
    const input = marks[index]?.querySelector('input');
    const name = head.querySelector('button');
    if (!input || !name) continue;
    const ends = input.getBoundingClientRect().right - parseFloat(getComputedStyle(input).paddingRight);
    const off = Math.round(Math.abs(textOf(name).right - ends));
    if (off > 2) found.add(`the head "${nameOf(name)}" stands ${off} px off its column`);
  }
  return [...found];
}
