import type { KeyboardEvent } from 'react';

/** Row and column of the cell of an event, from the `data-position` of its input; undefined outside of the cells. */
export function positionOf(target: EventTarget): [row: number, column: number] | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const [row, column] = target.dataset['position']?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : [row, column];
}

/** Moves between the cells of a sheet: Enter and arrows, sideways only from the edge of what is typed. Enter in the last row leaves the cell. */
export function moveInSheet(event: KeyboardEvent<HTMLElement>): void {
  const input = event.target;
  const position = positionOf(input);
  if (!position || !(input instanceof HTMLInputElement)) return;
  const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  const steps: Record<string, [number, number] | false> = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    Enter: [event.shiftKey ? -1 : 1, 0],
    ArrowRight: (isAll || input.selectionStart === input.value.length) && [0, 1],
    ArrowLeft: (isAll || input.selectionEnd === 0) && [0, -1],
  };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const next = event.currentTarget.querySelector<HTMLInputElement>(
    `input[data-position="${position[0] + step[0]} ${position[1] + step[1]}"]`,
  );
  if (next) next.focus();
  else if (event.key === 'Enter') input.blur();
}
