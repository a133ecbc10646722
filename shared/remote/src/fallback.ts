const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

let fallbackData: Record<string, unknown> | undefined;

/**
 * Query results the server rendered this page with, for the remote it rendered. Only the first call gets them: later visits
 * read fresh data.
 */
export function takeFallback(name: string): Record<string, unknown> {
  const element = document.querySelector<HTMLScriptElement>(`script[type="application/json"][data-page-of="${name}"]`);
  if (!element || fallbackData) return {};
  const data: unknown = JSON.parse(element.textContent);
  fallbackData = isRecord(data) ? data : {};
  return fallbackData;
}
