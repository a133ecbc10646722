import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button, Card, Heading } from '@masomo/design-system';
import { createServerStyles, documentHead, UIProvider } from '@masomo/design-system/server';

function draw(isRemote: boolean) {
  const styles = createServerStyles();
  const html = renderToString(
    <UIProvider remote={isRemote} cache={styles.cache}>
      <Card.Root>
        <Heading as="h1">Hello</Heading>
        <Button>One</Button>
        <Button>Two</Button>
      </Card.Root>
    </UIProvider>,
  );
  return styles.extract(html);
}

describe('a server render', () => {
  it('of a page has variables, resets and fonts; of a nested root only its own rules', () => {
    const shell = draw(false);
    expect(shell.styles).toContain('--ds-colors-accent-solid');
    expect(shell.styles).toContain("font-family:'Inter Variable'");
    const remote = draw(true);
    expect(remote.styles).not.toContain('--ds-colors-accent-solid:');
    expect(remote.styles).not.toContain('@font-face');
    expect(remote.styles).not.toContain('@layer reset');
    expect(remote.styles).toContain('css-');
  });

  it('writes neither style attributes nor style tags into the markup', () => {
    const { html } = draw(true);
    expect(html).not.toMatch(/\sstyle=|<style/);
    expect(html).toContain('<h1');
  });

  it('writes each rule once', () => {
    const { html, styles } = draw(true);
    const [, name = ''] = /<button[^>]*css-(\w+)/.exec(html) ?? [];
    expect(styles.split(`.css-${name}{`).length - 1).toBe(styles.includes(`.css-${name}{`) ? 1 : 0);
    expect(styles.match(/<style data-emotion/g)).toHaveLength(1);
  });

  it('of the document’s head names the font and sets the colour mode', () => {
    expect(documentHead.font).toMatch(/\.woff2$/);
    expect(documentHead.tags).toContain('theme-color');
    expect(documentHead.scripts).toHaveLength(1);
  });
});
