/** The JSON the gateway wrote into the document under this id; undefined when it wrote none. */
export function readInlineJson(id: string): unknown {
  const element = document.getElementById(id);
  return element?.textContent ? (JSON.parse(element.textContent) as unknown) : undefined;
}
