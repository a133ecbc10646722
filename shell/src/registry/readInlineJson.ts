/** The JSON that the gateway wrote into the document's element with this id; undefined without one. */
export function readInlineJson(id: string): unknown {
  const element = document.getElementById(id);
  return element?.textContent ? (JSON.parse(element.textContent) as unknown) : undefined;
}
