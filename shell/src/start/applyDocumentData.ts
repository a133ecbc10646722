import { documentDataUrl, documentDataSchema, documentIds, documentStartSchema } from '@masomo/contracts/document';
import { readInlineJson } from '../registry/readInlineJson.ts';

/**
 * Puts the data of a page that starts later where the data of any document stand. True when they are those the markup
 * was made with: only then may it be hydrated. A document that carries its data itself is left as it is.
 */
export async function applyDocumentData(): Promise<boolean> {
  const inlined = readInlineJson(documentIds.start);
  if (inlined === undefined) return true;
  try {
    const start = documentStartSchema.parse(inlined);
    const answer = await fetch(documentDataUrl(start));
    if (!answer.ok) throw new Error(`${documentDataUrl(start)} answered ${answer.status}`);
    const { tag, registry, config, pages, styles = {} } = documentDataSchema.parse(await answer.json());
    appendJson({ id: documentIds.registry }, registry);
    appendJson({ id: documentIds.config }, config);
    if (tag !== start.tag) return false;
    // Emotion reads what a tag holds when its cache is made, which is with the first component.
    for (const [key, ids] of Object.entries(styles))
      document.querySelector(`style[data-emotion="${key}"]`)?.setAttribute('data-emotion', `${key} ${ids}`);
    for (const [app, values] of Object.entries(pages)) appendJson({ app }, values);
    return true;
  } catch (error) {
    console.warn('The data of this page could not be read; it is drawn anew.', error);
    return false;
  }
}

function appendJson({ id, app }: { id?: string; app?: string }, value: unknown): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  if (id) element.id = id;
  if (app) element.dataset['pageOf'] = app;
  element.textContent = JSON.stringify(value);
  document.body.append(element);
}
