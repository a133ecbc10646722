// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { emptyRichText } from '@masomo/domain/richText';
import { renderRoute } from '@masomo/testing';
import { richTextSample } from '@masomo/testing/richTextSample';
import { RichText } from './RichText.tsx';

afterEach(cleanup);

it('renders bold with italic, links inside bold and nested lists', async () => {
  renderRoute(<RichText document={richTextSample} />);
  const both = await screen.findByText('bold with italic');
  expect(both.closest('strong')).not.toBeNull();
  expect(both.closest('em')).not.toBeNull();
  const link = screen.getByRole('link', { name: 'a bold link' });
  expect(link).toHaveAttribute('href', '/pricing#saas');
  expect(link.closest('strong') ?? link.querySelector('strong')).not.toBeNull();
  expect(screen.getByText(/2 \* 3 \[is\] \*\*six\*\*/)).toBeInTheDocument();
  const inner = within(screen.getByText('Outer item').closest('ul') ?? document.body).getByRole('list');
  expect(inner.tagName).toBe('OL');
  expect(inner).toHaveAttribute('start', '3');
  expect(within(inner).getByRole('link', { name: /Inner item/ })).toHaveAttribute('href', 'https://knec.example/');
});

it('renders nothing for a text nobody has written', () => {
  const { container } = renderRoute(<RichText document={emptyRichText} />);
  expect(container.querySelector('p')).toBeNull();
});
