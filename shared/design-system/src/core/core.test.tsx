// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ButtonLink, ColorModeButton, Disclosure, ErrorState, PendingScreen, SegmentedToggle } from '@masomo/design-system';
import { renderRoute } from '@masomo/testing';
import { colorModeScript } from '../document/colorModeScript.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  document.cookie = 'colour-mode=;max-age=0';
  document.documentElement.className = '';
});

function startPage(isSystemDark: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: isSystemDark, addEventListener: () => undefined }));
  new Function(colorModeScript)();
  return document.documentElement;
}

describe('the colour mode', () => {
  it('is the system’s until the visitor chooses, and then theirs on every page', async () => {
    expect(startPage(true).className).toBe('dark');
    expect(startPage(false).className).toBe('light');
    renderRoute(<ColorModeButton />);
    await userEvent.click(screen.getByRole('button', { name: 'Use dark theme' }));
    expect(document.documentElement.className).toBe('dark');
    expect(startPage(false).className).toBe('dark');
    await userEvent.click(screen.getByRole('button', { name: 'Use light theme' }));
    expect(startPage(true).className).toBe('light');
  });

  it('works where cookies are blocked', () => {
    const refused = vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new Error('refused');
    });
    expect(startPage(true).className).toBe('dark');
    refused.mockRestore();
  });
});

describe('page components', () => {
  it('ButtonLink is a link', () => {
    renderRoute(<ButtonLink to="/demo">Request a demo</ButtonLink>);
    expect(screen.getByRole('link', { name: 'Request a demo' }).getAttribute('href')).toBe('/demo');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('Disclosure opens and calls onToggle', async () => {
    const onToggle = vi.fn();
    renderRoute(
      <Disclosure summary="How long does setup take?" onToggle={onToggle}>
        A week.
      </Disclosure>,
    );
    await userEvent.click(screen.getByText('How long does setup take?'));
    await waitFor(() => expect(onToggle).toHaveBeenCalledWith(true));
  });

  it('SegmentedToggle is a radio group', async () => {
    const onChange = vi.fn();
    renderRoute(
      <SegmentedToggle
        label="Currency"
        value="KES"
        onChange={onChange}
        options={[
          { value: 'KES', label: 'KES' },
          { value: 'USD', label: 'USD' },
        ]}
      />,
    );
    expect(screen.getByRole('radio', { name: 'KES' })).toHaveProperty('checked', true);
    await userEvent.click(screen.getByRole('radio', { name: 'USD' }));
    expect(onChange).toHaveBeenCalledWith('USD');
  });

  it('SegmentedToggle with a default value is kept by the browser', async () => {
    const { container } = renderRoute(
      <form>
        <SegmentedToggle
          label="Category"
          look="pills"
          name="category"
          defaultValue="all"
          options={[
            { value: 'all', label: 'All' },
            { value: 'core', label: 'Core' },
          ]}
        />
      </form>,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Core' }));
    expect(new FormData(container.querySelector('form')!).get('category')).toBe('core');
    expect(screen.getByRole('radiogroup', { name: 'Category' }).dataset['native']).toBe('');
  });

  it('ErrorState retries once at a time', async () => {
    const onRetry = vi.fn(() => new Promise(() => undefined));
    renderRoute(<ErrorState error={{ userMessage: 'No connection' }} onRetry={onRetry} />);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', true);
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe('a screen on its way', () => {
  it('says so, then that it takes long, and when there is no connection', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    renderRoute(<PendingScreen />);
    const words = () => screen.getByRole('status').textContent;
    expect(words()).toBe('Loading...');
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(words()).toMatch(/connection may be slow/);
    online.mockReturnValue(false);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(words()).toMatch(/^No connection/);
    vi.useRealTimers();
    online.mockRestore();
  });
});
