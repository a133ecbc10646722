import { PurgeCSS } from 'purgecss';
import { removeUnusedProperties } from './removeUnusedProperties.ts';

/** A style tag of Emotion: its cache key and the ids of the rules in it. */
type StyleTag = { key: string; ids: string[]; css: string };

const tagPattern = /<style data-emotion="([^"]*)"[^>]*>([\s\S]*?)<\/style>/g;

function parseTags(markup: string): StyleTag[] {
  return [...markup.matchAll(tagPattern)].map(([, attribute = '', css = '']) => {
    const [key = '', ...ids] = attribute.split(' ');
    return { key, ids, css };
  });
}

function mergeTags(tags: readonly StyleTag[]): { globals: StyleTag[]; scoped: StyleTag[] } {
  const globals = new Map<string, StyleTag>();
  const scoped = new Map<string, StyleTag>();
  for (const tag of tags) {
    if (tag.key.endsWith('-global')) {
      globals.set(tag.ids.join(' '), tag);
      continue;
    }
    const merged = scoped.get(tag.key);
    const isKnown = tag.ids.length > 0 && tag.ids.every((id) => merged?.ids.includes(id));
    if (!merged) scoped.set(tag.key, { ...tag, ids: [...tag.ids] });
    else if (!isKnown) {
      merged.ids.push(...tag.ids.filter((id) => !merged.ids.includes(id)));
      merged.css += tag.css;
    }
  }
  return { globals: [...globals.values()], scoped: [...scoped.values()] };
}

/** The global rules that apply to the markup, with the custom properties in use. */
async function usedRules(globals: readonly StyleTag[], scoped: readonly StyleTag[], markup: string): Promise<string[]> {
  const page = `<html class="dark light"><head></head><body>${markup}</body></html>`;
  const results = await new PurgeCSS().purge({
    content: [{ raw: page, extension: 'html' }],
    css: [...scoped, ...globals].map(({ css }) => ({ raw: css })),
    keyframes: true,
  });
  // The scoped rules come first because they name the animations in use.
  const rules = results.slice(scoped.length).map(({ css }) => css);
  const document = [markup, ...rules, ...scoped.map(({ css }) => css)].join('\n');
  return rules.map((css) => removeUnusedProperties(css, document));
}

/** A named tag costs the document its name and a hash in the policy; shorter rules are cheaper for Emotion to add again. */
const minNamedLength = 100;

/** Joins adjacent tags without a name. */
function joinUnnamed(tags: readonly { key: string | null; css: string }[]): { key: string | null; css: string }[] {
  const written: { key: string | null; css: string }[] = [];
  for (const tag of tags) {
    const last = written.at(-1);
    if (last?.key === null && tag.key === null) last.css += tag.css;
    else written.push({ ...tag });
  }
  return written;
}

type MergedStyles = {
  /** Style tags. Those of components carry their key only. */
  tags: string;
  /** The ids of the components' rules, by key. */
  names: Record<string, string>;
  /** The text of each tag, for the policy. */
  texts: string[];
};

/**
 * Merges the style tags of several renders: the rules of one Emotion cache become one tag, each rule once, so that the document and
 * its policy stay small. Global styles keep named tags, by which Emotion recognises them; a global style that is short, or was cut
 * down to what `markup` uses, loses its name, and Emotion adds all of it when the page starts.
 */
export async function mergeStyles(markup: string, ...styles: readonly string[]): Promise<MergedStyles> {
  const { globals, scoped } = mergeTags(styles.flatMap(parseTags));
  const used = globals.length > 0 ? await usedRules(globals, scoped, markup) : [];
  const written = [
    ...joinUnnamed(
      globals.map(({ key, ids, css }, index) =>
        used[index] === css && css.length > minNamedLength ? { key: [key, ...ids].join(' '), css } : { key: null, css: used[index] ?? css },
      ),
    ),
    ...scoped.map(({ key, css }) => ({ key, css })),
  ];
  return {
    // Emotion leaves tags with `data-s` where they are; moving one makes the browser style and lay out the page again.
    tags: written.map(({ key, css }) => `<style${key === null ? '' : ` data-emotion="${key}" data-s`}>${css}</style>`).join(''),
    names: Object.fromEntries(scoped.map(({ key, ids }) => [key, ids.join(' ')])),
    texts: written.map(({ css }) => css),
  };
}

/** Puts the ids of the rules into the tags, for a page that starts immediately. */
export function nameStyles({ tags, names }: Pick<MergedStyles, 'tags' | 'names'>): string {
  return Object.entries(names).reduce(
    (written, [key, ids]) => written.replace(`<style data-emotion="${key}" `, `<style data-emotion="${key} ${ids}" `),
    tags,
  );
}

/** The values of inline style attributes, as the browser reads them. */
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
