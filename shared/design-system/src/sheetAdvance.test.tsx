// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { isWholeScore, useSheetAdvance } from './sheetAdvance.ts';
import { moveInSheet } from './sheetKeys.ts';

const user = userEvent.setup();
afterEach(cleanup);

function Sheet({ most }: { most: number | undefined }) {
  const advance = useSheetAdvance(() => most);
  return (
    <div onChange={advance.onChange} onKeyDown={(event) => advance.onKeyDown(event) || moveInSheet(event)}>
      {['first', 'second', 'third'].map((name, row) => (
        <input key={name} aria-label={name} data-position={`${row} 0`} onFocus={(event) => event.currentTarget.select()} />
      ))}
    </div>
  );
}
const cell = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
async function type(keys: string, most?: number) {
  render(<Sheet most={most} />);
  await user.click(cell('first'));
  await user.keyboard(keys);
}
const values = () => ['first', 'second', 'third'].map((name) => cell(name).value);

it.each([
  ['45', 100, true],
  ['100', 100, true],
  ['10', 100, false],
  ['4', 100, false],
  ['0', 100, false],
  ['4', 30, true],
  ['3', 30, false],
  ['4', 10, true],
  ['45', 30, false],
  ['ab', 30, false],
])('%s out of %s is complete: %s', (typed, most, expected) => expect(isWholeScore(typed, most)).toBe(expected));

describe('a complete number', () => {
  it('moves down, and Enter or the arrow by habit do not skip a row', async () => {
    await type('12{Enter}13{ArrowDown}3{Enter}', 20);
    expect(values()).toEqual(['12', '13', '3']);
  });

  it('goes on with a decimal point', async () => {
    await type('12.5{Enter}13,5', 20);
    expect(values()).toEqual(['12.5', '13,5', '']);
    expect(cell('second')).toHaveFocus();
  });

  it('is come back to with Backspace', async () => {
    await type('19{Backspace}{Backspace}8', 20);
    expect(values()).toEqual(['18', '', '']);
  });

  it('keeps Enter for the row once something is typed there, and Shift and Enter for the row above', async () => {
    await type('121{Enter}', 20);
    expect(cell('third')).toHaveFocus();
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(cell('second')).toHaveFocus();
  });

  it('stays in a column without a highest number, and in the last row', async () => {
    await type('12');
    expect(cell('first')).toHaveFocus();
    await user.click(cell('third'));
    await user.keyboard('12');
    expect(cell('third')).toHaveFocus();
  });
});
