/**
 * Does to a page what a translating browser does: puts each text into a `<font>` of its own, with a mark behind it, also what is added
 * later. Runs in the page as an init script, so it knows nothing but its argument: how long after the page it begins.
 */
export function translatePage(afterMs: number): void {
  const skipped = 'script, style, noscript, textarea, svg, font, [translate=no], .notranslate';
  const wrap = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text instanceof Text; text = walker.nextNode())
      if (text.data.trim() && !text.parentElement?.closest(skipped)) texts.push(text);
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `${text.data}\u00b7`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const start = () => {
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element && node.nodeName !== 'FONT') wrap(node);
    }).observe(document.body, { childList: true, subtree: true });
  };
  if (document.readyState === 'complete') start();
  else addEventListener('load', () => setTimeout(start, afterMs));
}
