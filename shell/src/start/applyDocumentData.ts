import { documentIds, type DocumentStart } from '@masomo/contracts/document';
import { fetchDocumentData } from '@masomo/data/gateway';
import { readInlineJson } from '../registry/readInlineJson.ts';

/**
 * Fetches the data of a prerendered page and adds them to the document as the gateway writes them into any other. Resolves to
 * whether the markup was made with these data: only then may it be hydrated. A document with its data in it stays as it is.
 */
export async function applyDocumentData(): Promise<boolean> {
  const start = readInlineJson(documentIds.start) as DocumentStart | undefined;
  if (start === undefined) return true;
  try {
    const { tag, registry, config, pages, styles = {} } = await fetchDocumentData(start);
    appendJson({ id: documentIds.registry }, registry);
    appendJson({ id: documentIds.config }, config);
    if (tag !== start.tag) return false;
    // Emotion reads the ids when its cache is made, which is with the first component.
    for (const [key, ids] of Object.entries(styles))
      document.querySelector(`style[data-emotion="${key}"]`)?.setAttribute('data-emotion', `${key} ${ids}`);
    for (const [app, values] of Object.entries(pages)) appendJson({ app }, values);
    return true;
  } catch (error) {
    console.warn('The data of this page could not be read; it is re-rendered.', error);
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
