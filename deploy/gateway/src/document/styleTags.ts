/** One style tag of emotion: its key and the ids of the rules in it. */
type StyleTag = { key: string; ids: string[]; css: string };

const tagPattern = /<style data-emotion="([^"]*)"[^>]*>([\s\S]*?)<\/style>/g;

function parse(markup: string): StyleTag[] {
  return [...markup.matchAll(tagPattern)].map(([, attribute = '', css = '']) => {
    const [key = '', ...ids] = attribute.split(' ');
    return { key, ids, css };
  });
}

/**
 * Merges the style tags of several renders: the rules of one emotion cache become one tag, each rule once, so that the
 * document and its policy stay small. Global styles keep a tag of their own, which is how emotion finds them again.
 */
export function mergeStyles(...markups: readonly string[]): { tags: string; texts: string[] } {
  const globals = new Map<string, StyleTag>();
  const merged = new Map<string, StyleTag>();
  for (const tag of markups.flatMap(parse)) {
    if (tag.key.endsWith('-global')) {
      globals.set(tag.ids.join(' '), tag);
      continue;
    }
    const into = merged.get(tag.key);
    const isKnown = tag.ids.length > 0 && tag.ids.every((id) => into?.ids.includes(id));
    if (!into) merged.set(tag.key, { ...tag, ids: [...tag.ids] });
    else if (!isKnown) {
      into.ids.push(...tag.ids.filter((id) => !into.ids.includes(id)));
      into.css += tag.css;
    }
  }
  const all = [...globals.values(), ...merged.values()];
  return {
    tags: all.map(({ key, ids, css }) => `<style data-emotion="${[key, ...ids].join(' ')}">${css}</style>`).join(''),
    texts: all.map(({ css }) => css),
  };
}

/** Values of inline style attributes in markup, as the browser sees them. */
export function styleAttributes(markup: string): string[] {
  const values = [...markup.matchAll(/<[a-zA-Z][^<>]*?\sstyle="([^"]*)"/g)].map(([, value = '']) => value);
  return [...new Set(values)].map((value) => value.replace(/&quot;/g, '"').replace(/&#x27;|&#39;/g, "'").replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'));
}
