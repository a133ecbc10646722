import { useRef, type FormEvent, type KeyboardEvent } from 'react';
import { positionOf } from './sheetKeys.ts';

/** Whether a typed number has all the digits that it can have: 45 out of 100, but neither 4 nor 10. */
export const isWholeScore = (typed: string, most: number): boolean =>
  /^\d+$/.test(typed) && Number(typed) <= most && Number(typed) * 10 > most;

/**
 * Moves to the cell below as soon as no further digit fits, so that a column is typed without Enter. Enter or the
 * arrow pressed all the same does nothing, and a decimal point or Backspace goes back to the number that it is meant for.
 * `mostOf` is the highest number of a column.
 */
export function useSheetAdvance(mostOf: (column: number) => number | undefined) {
  const left = useRef<HTMLInputElement>(undefined);

  function onChange(event: FormEvent<HTMLElement>): void {
    const input = event.target;
    const position = positionOf(input);
    if (!position || !(input instanceof HTMLInputElement)) return;
    const { inputType } = event.nativeEvent as InputEvent;
    const most = mostOf(position[1]);
    if (inputType !== 'insertText' || most === undefined || input.selectionEnd !== input.value.length) return;
    if (!isWholeScore(input.value, most)) return;
    const below = event.currentTarget.querySelector<HTMLInputElement>(`input[data-position="${position[0] + 1} ${position[1]}"]`);
    if (!below) return;
    below.focus();
    left.current = input;
  }

  /** Returns whether the key was meant for the cell that was left. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): boolean {
    const previous = left.current;
    // A modifier is pressed before the key that it belongs to.
    if (!previous || event.key === 'Shift') return false;
    left.current = undefined;
    if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'ArrowDown') {
      event.preventDefault();
      return true;
    }
    if (event.key !== '.' && event.key !== ',' && event.key !== 'Backspace') return false;
    // The browser writes the point into what has the focus then.
    if (event.key === 'Backspace') event.preventDefault();
    previous.focus();
    previous.setSelectionRange(previous.value.length, previous.value.length);
    return true;
  }

  return { onChange, onKeyDown };
}
