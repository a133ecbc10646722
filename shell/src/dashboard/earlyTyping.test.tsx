// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { EarlyTyping } from './EarlyTyping.tsx';

afterEach(cleanup);

function Waiting({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <>
      <output>{text}</output>
      <input aria-label="Amount" />
      <EarlyTyping onText={setText} onClose={onClose} />
    </>
  );
}

it('takes what is typed before the menu is there', async () => {
  const onClose = vi.fn();
  render(<Waiting onClose={onClose} />);
  await userEvent.keyboard('Brin{Backspace}an{Control>}a{/Control}');
  expect(screen.getByRole('status')).toHaveTextContent('Brian');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('leaves what is typed into a field to the field', async () => {
  render(<Waiting onClose={vi.fn()} />);
  await userEvent.type(screen.getByLabelText('Amount'), '150');
  expect(screen.getByLabelText('Amount')).toHaveValue('150');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
