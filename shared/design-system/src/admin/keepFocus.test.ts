// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from './keepFocus.ts';

let ended: AbortController;
const element = (id: string) => document.getElementById(id) as HTMLElement;

beforeEach(() => {
  document.body.innerHTML =
    '<main id="main" tabindex="-1"><section id="part"><form id="form"><button id="save">Save</button></form></section></main><div id="dialog"><button id="close">Close</button></div>';
  ended = new AbortController();
  keepFocus(ended.signal);
});
afterEach(() => ended.abort());

describe('the focus', () => {
  it('is on the nearest part that is still there when its control has gone', async () => {
    element('save').focus();
    element('form').remove();
    await vi.waitFor(() => expect(document.activeElement).toBe(element('part')));
    element('close').focus();
    expect(element('part').hasAttribute('tabindex')).toBe(false);
  });

  it('is on the content of the screen when nothing around it is left', async () => {
    element('close').focus();
    element('dialog').remove();
    await vi.waitFor(() => expect(document.activeElement).toBe(element('main')));
    expect(element('main')).toHaveAttribute('tabindex', '-1');
  });

  it('comes back to a control that was disabled for a while', async () => {
    const save = element('save') as HTMLButtonElement;
    save.focus();
    save.disabled = true;
    // A browser takes the focus from what is disabled without an event.
    const active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
    const focus = vi.spyOn(save, 'focus');
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
    expect(focus).not.toHaveBeenCalled();
    save.disabled = false;
    await vi.waitFor(() => expect(focus).toHaveBeenCalledOnce());
    active.mockRestore();
  });

  it('stays where somebody put it in the meantime, and nowhere when that was wanted', async () => {
    element('save').focus();
    element('form').remove();
    element('close').focus();
    element('part').append(document.createElement('p'));
    const settled = () =>
      new Promise((resolve) => {
        setTimeout(resolve, 150);
      });
    await settled();
    expect(document.activeElement).toBe(element('close'));
    element('close').blur();
    await Promise.resolve();
    element('part').append(document.createElement('p'));
    await settled();
    expect(document.activeElement).toBe(document.body);
  });
});
