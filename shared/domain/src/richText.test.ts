import { describe, expect, it } from 'vitest';
import { isSafeHref, parseRichText } from './richText.ts';

describe('an editor’s text', () => {
  it('has paragraphs, lists and inline marks', () => {
    expect(parseRichText('One\nline **bold** and *italic*.\n\n- first\n- [second](/pricing)\n\n1. a\n2. b')).toEqual([
      {
        kind: 'paragraph',
        inlines: [
          { kind: 'text', text: 'One line ' },
          { kind: 'bold', text: 'bold' },
          { kind: 'text', text: ' and ' },
          { kind: 'italic', text: 'italic' },
          { kind: 'text', text: '.' },
        ],
      },
      { kind: 'list', isOrdered: false, items: [[{ kind: 'text', text: 'first' }], [{ kind: 'link', text: 'second', href: '/pricing' }]] },
      { kind: 'list', isOrdered: true, items: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]] },
    ]);
  });

  it('keeps the words of an unsafe link and drops its address', () => {
    expect(parseRichText('[here](javascript:alert(1))')[0]).toMatchObject({ inlines: [{ kind: 'text', text: 'here)' }] });
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    ' https://x',
    'vbscript:x',
    'java\nscript:x',
  ])('refuses %j', (href) => expect(isSafeHref(href)).toBe(false));
  it.each(['https://a.b/c?d=e#f', '/pricing#saas-pricing', '#top', 'mailto:a@b.ke', 'tel:+254700000000'])('accepts %j', (href) =>
    expect(isSafeHref(href)).toBe(true),
  );

  it('has nothing to say of nothing', () => expect(parseRichText(' \n\n ')).toEqual([]));
});
