import { PurgeCSS } from 'purgecss';
import { removeUnusedProperties } from './removeUnusedProperties.ts';

/** One style tag of emotion: its key and the ids of the rules in it. */
type StyleTag = { key: string; ids: string[]; css: string };

const tagPattern = /<style data-emotion="([^"]*)"[^>]*>([\s\S]*?)<\/style>/g;

function parse(markup: string): StyleTag[] {
  return [...markup.matchAll(tagPattern)].map(([, attribute = '', css = '']) => {
    const [key = '', ...ids] = attribute.split(' ');
    return { key, ids, css };
  });
}

function merge(tags: readonly StyleTag[]): { globals: StyleTag[]; scoped: StyleTag[] } {
  const globals = new Map<string, StyleTag>();
  const scoped = new Map<string, StyleTag>();
  for (const tag of tags) {
    if (tag.key.endsWith('-global')) {
      globals.set(tag.ids.join(' '), tag);
      continue;
    }
    const into = scoped.get(tag.key);
    const isKnown = tag.ids.length > 0 && tag.ids.every((id) => into?.ids.includes(id));
    if (!into) scoped.set(tag.key, { ...tag, ids: [...tag.ids] });
    else if (!isKnown) {
      into.ids.push(...tag.ids.filter((id) => !into.ids.includes(id)));
      into.css += tag.css;
    }
  }
  return { globals: [...globals.values()], scoped: [...scoped.values()] };
}

/** The global rules that apply to something in the markup, with the custom properties that are used. */
async function usedOf(globals: readonly StyleTag[], scoped: readonly StyleTag[], markup: string): Promise<string[]> {
  const page = `<html class="dark light"><head></head><body>${markup}</body></html>`;
  const results = await new PurgeCSS().purge({
    content: [{ raw: page, extension: 'html' }],
    css: [...scoped, ...globals].map(({ css }) => ({ raw: css })),
    keyframes: true,
  });
  // The scoped rules come first: they name the animations that are used.
  const rules = results.slice(scoped.length).map(({ css }) => css);
  const users = [markup, ...rules, ...scoped.map(({ css }) => css)].join('\n');
  return rules.map((css) => removeUnusedProperties(css, users));
}

/** A tag of its own costs the document its name and a hash in the policy: what is shorter emotion may add again. */
const shortest = 100;

/** Nameless tags beside each other as one. */
function withoutSeams(tags: readonly { key: string | null; css: string }[]): { key: string | null; css: string }[] {
  const written: { key: string | null; css: string }[] = [];
  for (const tag of tags) {
    const last = written.at(-1);
    if (last?.key === null && tag.key === null) last.css += tag.css;
    else written.push({ ...tag });
  }
  return written;
}

export type MergedStyles = {
  /** Style tags; those of components name their key only, and the ids of their rules stand in `names`, by key. */
  tags: string;
  names: Record<string, string>;
  /** What stands in the tags, for the policy. */
  texts: string[];
};

/**
 * Merges the style tags of several renders: the rules of one emotion cache become one tag, each rule once, so that the
 * document and its policy stay small. Global styles keep a tag of their own, which is how emotion finds them again; one
 * that lost what `markup` does not use, or is hardly anything, gets no name, and emotion adds the whole of it when the page starts.
 */
export async function mergeStyles(markup: string, ...styles: readonly string[]): Promise<MergedStyles> {
  const { globals, scoped } = merge(styles.flatMap(parse));
  const used = globals.length > 0 ? await usedOf(globals, scoped, markup) : [];
  const written = [
    ...withoutSeams(
      globals.map(({ key, ids, css }, index) =>
        used[index] === css && css.length > shortest ? { key: [key, ...ids].join(' '), css } : { key: null, css: used[index] ?? css },
      ),
    ),
    ...scoped.map(({ key, css }) => ({ key, css })),
  ];
  return {
    tags: written.map(({ key, css }) => `<style${key === null ? '' : ` data-emotion="${key}"`}>${css}</style>`).join(''),
    names: Object.fromEntries(scoped.map(({ key, ids }) => [key, ids.join(' ')])),
    texts: written.map(({ css }) => css),
  };
}

/** Puts the ids of their rules into the tags, for a page that starts at once. */
export function nameStyles({ tags, names }: Pick<MergedStyles, 'tags' | 'names'>): string {
  return Object.entries(names).reduce(
    (written, [key, ids]) => written.replace(`<style data-emotion="${key}">`, `<style data-emotion="${key} ${ids}">`),
    tags,
  );
}

/** Values of inline style attributes in markup, as the browser sees them. */
export function styleAttributes(markup: string): string[] {
  const values = [...markup.matchAll(/<[a-zA-Z][^<>]*?\sstyle="([^"]*)"/g)].map(([, value = '']) => value);
  return [...new Set(values)].map((value) =>
    value
      .replace(/&quot;/g, '"')
      .replace(/&#x27;|&#39;/g, "'")
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&'),
  );
}
